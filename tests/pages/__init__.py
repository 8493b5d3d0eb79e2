"""The pages in a real browser: what people see and do, from the door to the payout."""
