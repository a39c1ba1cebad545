"""What those who run the site need: counts, the access log, error reports, tidying up."""
