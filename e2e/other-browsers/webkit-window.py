# A window of WebKitGTK that WebKitWebDriver can drive and that keeps its data in the folder given, as a person's browser does.
# (MiniBrowser --automation is always a private window.)
import os
import sys

import gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

profile = sys.argv[1]
manager = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(profile, 'data'),
    base_cache_directory=os.path.join(profile, 'cache'))
context = WebKit2.WebContext(website_data_manager=manager)
context.set_automation_allowed(True)


def create_view(_session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    window = Gtk.Window(default_width=1200, default_height=900)
    window.add(view)
    window.connect('destroy', Gtk.main_quit)
    window.show_all()
    return view


def started(_context, session):
    session.connect('create-web-view', create_view)


context.connect('automation-started', started)
Gtk.main()
