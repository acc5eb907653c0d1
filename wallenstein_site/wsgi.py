"""The web application for a WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

from wallenstein_site import parent_watch
from wallenstein_site.gate import Gate

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wallenstein_site.settings")

# A server's worker is loaded here: it must not outlive the server that started it.
parent_watch.start()
application = Gate(get_wsgi_application())
