"""The edition of 2002: no auction, chosen defence, marches that must be made, 25 event cards."""
