"""States of the site's pages that take long to reach by hand, made by the services of the games."""
