"""The addresses of the pages."""

from django.urls import path

from games.web import home, live, people, played_table, rules, tables, telling

urlpatterns = [
    path("", home.home, name="home"),
    # Browsers ask for it where a page names no other, such as the answers of the API.
    path("favicon.ico", home.icon),
    path("language/", home.language, name="language"),
    path("tables/", tables.lobby, name="lobby"),
    path("games/<game:game>/", tables.one_table, name="table"),
    path("games/<game:game>/places/", played_table.places, name="places"),
    path("games/<game:game>/news/", live.news, name="news"),
    path("games/<game:game>/report/", telling.newest_report, name="report-newest"),
    path("games/<game:game>/report/<row:step>/", telling.season_report, name="report"),
    path("games/<game:game>/replay/", telling.replay, name="replay"),
    path(
        "games/<game:game>/replay/frames/<row:step>/", telling.replay_frames, name="replay-frames"
    ),
    path("games/<game:game>/charts/", telling.charts, name="charts"),
    path("live/pulse/", live.pulse, name="live-pulse"),
    path("live/stream/", live.stream, name="live-stream"),
    path("rules/", rules.rules, name="rules"),
    path("me/", people.profile, name="profile"),
]
