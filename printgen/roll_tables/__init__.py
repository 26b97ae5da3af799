"""Turn tables of rolls that stand in no game into what is wrong with them."""
