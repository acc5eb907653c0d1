"""The addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from django.utils.module_loading import import_string
from django.views.generic import RedirectView

from games.ops import demo, health, metrics
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
    # In front of what Django would put there, which knows no second step and revokes no token.
    path("admin/login/", secure_admin_login(admin.site.login)),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    path("", include("games.web.urls")),
]
if not settings.PRODUCTION:
    urlpatterns.append(path("demo/<str:token>/", demo.enter, name="demo"))
if settings.MAIL_PROVIDER:
    # Loaded where it is wanted: it brings every provider's ways with it.
    urlpatterns.append(import_string("games.transports.provider.address")())
