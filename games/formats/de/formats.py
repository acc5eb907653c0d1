"""Moments in German."""

DATE_FORMAT = "D j. M Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "D j. M Y, H:i"
SHORT_DATETIME_FORMAT = "D j. M, H:i"
