"""Checks of dice tables that are not part of a game (`printgen check FILE`)."""
