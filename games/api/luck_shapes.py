"""The shapes of odds, luck and the tower on trial."""

from __future__ import annotations

from rest_framework import serializers

from games.luck.fortune import LOST, TIED, WON


class BattleShown(serializers.Serializer):
    """A battle that is possible now; the chances are hundredths and add up to a hundred."""

    origin = serializers.CharField()
    county = serializers.CharField()
    defender = serializers.CharField(allow_null=True)
    defenders = serializers.IntegerField()
    armies = serializers.IntegerField()
    win = serializers.IntegerField()
    tie = serializers.IntegerField()
    loss = serializers.IntegerField()


class RevoltShown(serializers.Serializer):
    """A revolt that collecting would bring about; held: in how many of a hundred cases."""

    county = serializers.CharField()
    armies = serializers.IntegerField()
    peasants = serializers.IntegerField()
    held = serializers.IntegerField()


class OddsShown(serializers.Serializer):
    """Everything a seat could bring about after an event of the log."""

    seat = serializers.CharField()
    seq = serializers.IntegerField()
    battles = BattleShown(many=True)
    revolts = RevoltShown(many=True)


class MeasureShown(serializers.Serializer):
    """A count, how high it could be, and the span that holds at least 95 of 100 honest counts."""

    count = serializers.IntegerField()
    of = serializers.IntegerField()
    expected = serializers.FloatField()
    low = serializers.IntegerField()
    high = serializers.IntegerField()
    chance = serializers.FloatField(help_text="of a count as high, or as low if it is low")


class PlayersDeals(serializers.Serializer):
    """The cards that a player was dealt off the deck, and what they are worth together."""

    seat = serializers.CharField()
    cards = serializers.IntegerField()
    worth = MeasureShown()


class DealsShown(serializers.Serializer):
    """How good everybody's cards were."""

    players = PlayersDeals(many=True)


class FightShown(serializers.Serializer):
    """A battle of a player: the throw in the log, the chance to win, and how it ended."""

    seq = serializers.IntegerField()
    chance = serializers.FloatField()
    result = serializers.ChoiceField([WON, TIED, LOST])


class PlayersLuck(serializers.Serializer):
    """The luck of a seat; few: too few battles to speak of it."""

    seat = serializers.CharField()
    few = serializers.BooleanField()
    battles = MeasureShown()
    own = MeasureShown()
    against = MeasureShown()
    fights = FightShown(many=True)


class LuckShown(serializers.Serializer):
    """The luck of a table."""

    players = PlayersLuck(many=True)


class RowShown(serializers.Serializer):
    """Something counted."""

    key = serializers.CharField()
    tries = serializers.IntegerField()
    happened = serializers.IntegerField()
    expected = serializers.FloatField()
    deviation = serializers.FloatField()


class CheckShown(serializers.Serializer):
    """Rows tested together; chance: how often an honest tower strays at least so far."""

    key = serializers.CharField()
    chi_square = serializers.FloatField()
    freedom = serializers.IntegerField()
    chance = serializers.FloatField(allow_null=True)
    rows = RowShown(many=True)


class TowerShown(serializers.Serializer):
    """All throws of a tower."""

    tower = serializers.CharField()
    throws = serializers.IntegerField()
    cubes = serializers.IntegerField()
    enough = serializers.BooleanField()
    doubtful = serializers.BooleanField()
    checks = CheckShown(many=True)


class TowersShown(serializers.Serializer):
    """Every tower of the site."""

    towers = TowerShown(many=True)
