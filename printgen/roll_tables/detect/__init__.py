"""Find the tables, the columns of rolls and the dice in a sheet of cells."""
