import { render } from 'preact'
import { homeOrigin } from '../client/protocol/home-origin.ts'
import { App } from './app.tsx'
import { leadWebui } from './lib/lead-webui.ts'
import { firstSiteVisit } from './state/first-site-visit.ts'
import { startLanguage } from './state/language.ts'
import { startNode } from './state/node.ts'
import { takeLaunch } from './state/shared-in.ts'
import { openShared } from './state/shared.ts'
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
  // The node first: its worker starts while the page is rendered.
  void startNode()
  leadWebui()
  void openShared()
  void takeLaunch()
  // Pasting a link into the tab of this page does not load it again.
  addEventListener('hashchange', () => {
    void openShared()
  })

  // Script evaluation and rendering are separate tasks, so that the browser can handle input in between.
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  await startLanguage()
  showTitle()

  const place = document.getElementById('app')
  if (place != null) {
    place.replaceChildren() // The static placeholder from the HTML.
    render(<App />, place)
  }
}
