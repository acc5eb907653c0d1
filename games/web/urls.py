"""The addresses of the pages."""

from django.urls import path

from games.web import (
    home,
    live,
    lobby,
    lobby_table,
    people,
    played_table,
    rules,
    tables,
    talking,
    telling,
    wizard,
)

urlpatterns = [
    path("", home.home, name="home"),
    # Browsers ask for it where a page names no other, such as the answers of the API.
    path("favicon.ico", home.icon),
    path("language/", home.language, name="language"),
    path("live/pulse/", live.pulse, name="live-pulse"),
    path("live/stream/", live.stream, name="live-stream"),
    path("tables/", lobby.lobby, name="lobby"),
    path("tables/new/", wizard.new_table, name="new-table"),
    path("tables/new/preview/", wizard.preview, name="new-table-preview"),
    path("games/<game:game>/", tables.one_table, name="table"),
    path("games/<game:game>/join/", lobby_table.join, name="join"),
    path("games/<game:game>/leave/", lobby_table.leave, name="leave"),
    path("games/<game:game>/seats/<letter:letter>/", lobby_table.seat, name="seat"),
    path("games/<game:game>/start/", lobby_table.start, name="start"),
    path("games/<game:game>/places/", played_table.places, name="places"),
    path("games/<game:game>/news/", live.news, name="news"),
    path("games/<game:game>/report/", telling.newest_report, name="report-newest"),
    path("games/<game:game>/report/<row:step>/", telling.season_report, name="report"),
    path("games/<game:game>/replay/", telling.replay, name="replay"),
    path(
        "games/<game:game>/replay/frames/<row:step>/", telling.replay_frames, name="replay-frames"
    ),
    path("games/<game:game>/charts/", telling.charts, name="charts"),
    path("games/<game:game>/chat/", talking.chat, name="chat"),
    path("games/<game:game>/chat/<channel:channel>/", talking.chat, name="chat"),
    path("games/<game:game>/chat/<channel:channel>/news/", talking.news, name="chat-news"),
    path("games/<game:game>/chat/hide/<row:message>/", talking.hide, name="chat-hide"),
    path("games/<game:game>/notes/", talking.notes, name="notes"),
    path("rules/", rules.contents, name="rules"),
    path("rules/<slug:page>/", rules.one_page, name="rules-page"),
    path("me/", people.profile, name="profile"),
    path("me/tokens/", people.my_tokens, name="my-tokens"),
    path("me/tokens/<row:token>/revoke/", people.token_revoke, name="token-revoke"),
    path("people/<uid:player>/", people.someone, name="someone"),
]
