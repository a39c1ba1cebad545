from django.urls import path

from deckbuilder.pages.views import deck, decks, sharing

app_name = "deckbuilder"
urlpatterns = [
    path("", decks.decks, name="decks"),
    path("play/", decks.play, name="play"),
    path("shared/<slug:token>/", sharing.shared, name="shared"),
    path("shared/<slug:token>/parts/", sharing.shared_parts, name="shared_parts"),
    path("<uuid:deck_id>/", deck.deck, name="deck"),
    path("<uuid:deck_id>/act/", deck.act, name="act"),
    path("<uuid:deck_id>/export/", deck.export, name="export"),
    path("<uuid:deck_id>/import/", deck.import_file, name="import"),
    path("<uuid:deck_id>/share/", sharing.share, name="share"),
    path("<uuid:deck_id>/rename/", decks.rename, name="rename"),
    path("<uuid:deck_id>/duplicate/", decks.duplicate, name="duplicate"),
    path("<uuid:deck_id>/delete/", decks.delete, name="delete"),
]
