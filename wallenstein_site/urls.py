"""The addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from games import health

urlpatterns = [
    path("health/live", health.live),
    path("health/ready", health.ready),
    path("", include("django_prometheus.urls")),
    path("accounts/", include("allauth.urls")),
    path("api/", include("games.api.urls")),
    path("admin/", admin.site.urls),
]
