import { render } from 'preact'
import { homeOrigin } from '../client/protocol/home-origin.ts'
import { App } from './app.tsx'
import { startNode } from './client/node.ts'
import { startLanguage } from './settings/state/language.ts'
import { firstSiteVisit } from './shell/state/first-site-visit.ts'
import { listenForInstall } from './shell/state/install.ts'
import { leadWebui } from './shell/state/lead-webui.ts'

import './styles/tokens.css'
import './styles/layout.css'
import './styles/controls.css'

if (homeOrigin(location.origin) == null) {
  void showNode()
} else {
  void firstSiteVisit()
}

async function showNode (): Promise<void> {
  // The node first: its worker starts while the page is rendered.
  void startNode()
  const workspace = import('./workspace.tsx')
  workspace.then(({ startWorkspace }) => {
    startWorkspace()
  }, () => {
    // The page says so.
  })
  listenForInstall()
  leadWebui()
  // Pasting a link into the tab of this page does not load it again.
  addEventListener('hashchange', () => {
  })

  // Script evaluation and rendering are separate tasks, so that the browser can handle input in between.
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  await startLanguage()

  const place = document.getElementById('app')
  if (place != null) {
    place.replaceChildren() // The static placeholder from the HTML.
    render(<App load={async () => await workspace} />, place)
  }
}
