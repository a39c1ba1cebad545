"""Copies of the site's data in one checked file: `manage.py backup` and `manage.py restore`.

The programs of PostgreSQL need not be on the machine that serves the site, or fit the server's version: the rows are
read and written over the site's own connection, and the tables come from the migrations.
"""
