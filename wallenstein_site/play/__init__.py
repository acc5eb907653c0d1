"""`make play`: everything for one host on one machine, started and stopped by one command."""
