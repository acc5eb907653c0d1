"""What games say and read alike: names, order lines, voices and the journal in words."""
