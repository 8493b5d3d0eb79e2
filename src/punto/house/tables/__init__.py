"""One table of a house: `Desk` runs it on the books, `LiveTable` with its clock and its history."""
