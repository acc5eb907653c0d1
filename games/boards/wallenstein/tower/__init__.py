"""The tower: throws as they are drawn and told, odds and luck."""
