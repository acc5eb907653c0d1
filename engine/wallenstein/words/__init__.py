"""Wallenstein in words: names, orders, accounts, problems and reports, German and English."""
