"""Cards, sides, odds, money, shuffling."""
