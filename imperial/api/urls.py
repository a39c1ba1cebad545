from imperial.api import views
from imperial.api.answers import api

urlpatterns = api.urls(views.create, views.show, views.ADDRESSES)
