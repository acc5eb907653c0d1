"""The addresses of the API."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerView

from games.api import deadlines, guests, hooks, people, seats, tables, talking, turns
from games.api.base import NoSuchAddress

urlpatterns = [
    path("schema/", SpectacularJSONAPIView.as_view(), name="api-schema"),
    path("docs/", SpectacularSwaggerView.as_view(url_name="api-schema"), name="api-docs"),
    path("rulesets/", people.Rulesets.as_view()),
    path("me/", people.Me.as_view()),
    path("me/absences/", people.Absences.as_view()),
    path("me/absences/<row:absence>/", people.OneAbsence.as_view()),
    path("me/address/", people.Address.as_view()),
    path("tokens/", people.Tokens.as_view()),
    path("tokens/<row:token>/", people.OneToken.as_view()),
    path("games/", tables.Games.as_view()),
    path("games/<game:game>/", tables.OneGame.as_view()),
    path("games/<game:game>/rematch/", guests.Rematch.as_view()),
    path("games/<game:game>/invitations/", guests.Invitations.as_view()),
    path("games/<game:game>/invitations/<player:player>/", guests.OneInvitation.as_view()),
    path("games/<game:game>/webhooks/", hooks.Webhooks.as_view()),
    path("games/<game:game>/webhooks/<row:hook>/", hooks.OneWebhook.as_view()),
    path("games/<game:game>/webhooks/<row:hook>/rotate/", hooks.Rotate.as_view()),
    path("games/<game:game>/events/", tables.Events.as_view()),
    path("games/<game:game>/chat/<channel:channel>/", talking.Chat.as_view()),
    path("games/<game:game>/chat/messages/<row:message>/hide/", talking.Hide.as_view()),
    path("games/<game:game>/note/", talking.Note.as_view()),
    path("games/<game:game>/join/", tables.Join.as_view()),
    path("games/<game:game>/leave/", tables.Leave.as_view()),
    path("games/<game:game>/start/", tables.Start.as_view()),
    path("games/<game:game>/seats/<letter:letter>/", tables.OneSeat.as_view()),
    path("games/<game:game>/seats/<letter:letter>/player/", seats.SeatPlayer.as_view()),
    path("games/<game:game>/substitute/", seats.Substitute.as_view()),
    path("games/<game:game>/resign/", seats.Resign.as_view()),
    path("games/<game:game>/board/", tables.Board.as_view()),
    path("games/<game:game>/log/", tables.Log.as_view(), name="api-log"),
    path("games/<game:game>/extend/", deadlines.Extend.as_view()),
    path("games/<game:game>/extension/", deadlines.Proposal.as_view()),
    path("games/<game:game>/extension/vote/", deadlines.Vote.as_view()),
    path("games/<game:game>/pause/", deadlines.Pause.as_view()),
    path("games/<game:game>/resume/", deadlines.Resume.as_view()),
    path("games/<game:game>/decisions/<decision:decision>/", turns.OneDecision.as_view()),
    path("games/<game:game>/decisions/<decision:decision>/draft/", turns.OneDraft.as_view()),
    path("games/<game:game>/decisions/<decision:decision>/default/", turns.Default.as_view()),
    re_path(r"", NoSuchAddress.as_view()),
]
