"""The expansion Emperor's Court: armies become courtiers, courtiers win favours (K-1 to K-8)."""
