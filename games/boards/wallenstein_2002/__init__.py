"""The edition of 2002 on a page: the map and forms of 2010, but for what is played otherwise."""
