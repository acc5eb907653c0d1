"""What every shape is made of: nothing unknown is let in, texts are not empty, answers are JSON."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers


class Strict(serializers.Serializer):
    """Refuses what it does not know: a misspelt field must not be a silent default."""

    def to_internal_value(self, data: Any) -> Any:
        unknown = sorted(set(data) - set(self.fields)) if isinstance(data, dict) else []
        if unknown:
            message = _("There is no such field; there are: {known}.")
            known = ", ".join(self.fields) or "–"
            raise serializers.ValidationError(
                {name[:80]: [str(message).format(known=known)] for name in unknown}, code="unknown"
            )
        return super().to_internal_value(data)


class Nothing(Strict):
    """No body, or an empty object."""


class Text(serializers.CharField):
    """A text that is not empty; one of blanks alone is for the services to judge."""

    def __init__(self, **given: Any) -> None:
        super().__init__(min_length=1, trim_whitespace=False, **given)


@extend_schema_field({"$ref": "#/components/schemas/Json"})
class SomeJson(serializers.JSONField):
    """An answer; what it must look like is said by the decision's options in the board."""


@extend_schema_field({"$ref": "#/components/schemas/JsonOrNull"})
class AnyJson(serializers.JSONField):
    """The same, or nothing yet."""


class Reason(Strict):
    """A reason that everybody reads in the log, so it has to say something."""

    why = Text(max_length=300)


class Why(Strict):
    """A reason, which goes into the log."""

    why = serializers.CharField(max_length=300, allow_blank=True, default="")
