"""People of a house: accounts, sessions, sign-in links, the names they may carry and what each role may do."""
