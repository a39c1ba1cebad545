"""What each part of the page shows: pure functions of the viewer's view."""
