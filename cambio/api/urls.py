from cambio.api import views
from cambio.api.answers import api

urlpatterns = api.urls(views.create, views.show, views.ADDRESSES)
