from django.urls import path

from deckbuilder.views import keeping, playing, sharing

app_name = "deckbuilder"
urlpatterns = [
    path("", keeping.decks, name="decks"),
    path("play/", keeping.play, name="play"),
    path("shared/<slug:token>/", sharing.shared, name="shared"),
    path("shared/<slug:token>/parts/", sharing.shared_parts, name="shared_parts"),
    path("<uuid:deck_id>/", playing.deck, name="deck"),
    path("<uuid:deck_id>/act/", playing.act, name="act"),
    path("<uuid:deck_id>/export/", playing.export, name="export"),
    path("<uuid:deck_id>/import/", playing.import_file, name="import"),
    path("<uuid:deck_id>/share/", sharing.share, name="share"),
    path("<uuid:deck_id>/rename/", keeping.rename, name="rename"),
    path("<uuid:deck_id>/duplicate/", keeping.duplicate, name="duplicate"),
    path("<uuid:deck_id>/delete/", keeping.delete, name="delete"),
]
