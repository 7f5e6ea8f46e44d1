import { render } from 'preact'
import { homeOrigin } from '../client/home-origin.ts'
import { App } from './app.tsx'
import { leadWebui } from './lib/lead-webui.ts'
import { firstSiteVisit } from './state/first-site-visit.ts'
import { takeLaunch } from './state/shared-in.ts'
import { startLanguage } from './state/language.ts'
import { openShared } from './state/shared.ts'
import { startNode } from './state/node.ts'
import { showTitle } from './state/title.ts'
import './styles/tokens.css'
import './styles/layout.css'
import './styles/sections.css'
import './styles/controls.css'
import './styles/lists.css'
import './styles/folder.css'
import './styles/files.css'
import './styles/peers.css'
import './styles/explore.css'
import './styles/kept.css'
import './styles/forced.css'

if (homeOrigin(location.origin) == null) {
  void showNode()
} else {
  void firstSiteVisit()
}

async function showNode (): Promise<void> {
  // the node first: its worker starts while the page is drawn
  void startNode()
  leadWebui()
  void openShared()
  void takeLaunch()
  // a link that is pasted into the tab of this page loads nothing anew
  addEventListener('hashchange', () => { void openShared() })

  // that the script is there and that the page is drawn are two tasks: the browser can hear its person in between
  await new Promise((resolve) => { setTimeout(resolve) })
  await startLanguage()
  showTitle()

  const place = document.getElementById('app')
  if (place != null) {
    place.replaceChildren() // the sketch that stood there until now
    render(<App />, place)
  }
}
