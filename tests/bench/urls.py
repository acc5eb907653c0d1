"""The service's addresses, and the floor it is measured against."""

from __future__ import annotations

import json
from typing import ClassVar

from django.db import connection
from django.urls import include, path
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

TABLE = "CREATE TABLE bench_floor (id bigserial PRIMARY KEY, body jsonb NOT NULL)"


class Floor(APIView):
    """The least a plan can cost over HTTP: a body is read, one row is durable, a number answers."""

    authentication_classes: ClassVar[list[type]] = []
    permission_classes: ClassVar[list[type]] = []
    throttle_classes: ClassVar[list[type]] = []
    schema = None

    def put(self, request: Request) -> Response:
        """Keep a body."""
        with connection.cursor() as cursor:
            body = json.dumps(request.data)
            cursor.execute("INSERT INTO bench_floor (body) VALUES (%s) RETURNING id", [body])
            number = cursor.fetchone()[0]
        return Response({"id": number})


urlpatterns = [path("floor/", Floor.as_view()), path("", include("wallenstein_site.urls"))]
