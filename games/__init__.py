"""Everything with a side effect: accounts, games in the database, workers, mail, web, API."""
