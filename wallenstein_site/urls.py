"""The addresses of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path

from games import demo, health, metrics
from wallenstein_site import failures

metrics.register()

# Where Django looks for it.
handler500 = failures.server_error

urlpatterns = [
    path("health/live", health.live),
    path("health/ready", health.ready),
    path("", include("django_prometheus.urls")),
    path("accounts/", include("allauth.urls")),
    path("api/", include("games.api.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.web.urls")),
]
if not settings.PRODUCTION:
    urlpatterns.append(path("demo/<str:token>/", demo.enter, name="demo"))
