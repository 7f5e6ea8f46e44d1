import { render } from 'preact'
import { startNode } from './client/node.ts'
import { BridgePage } from './grants/parts/bridge-page.tsx'
import { startBridge } from './grants/state/bridge.ts'
import { startLanguage } from './settings/state/language.ts'

import './styles/tokens.css'
import './styles/bridge.css'
import './styles/controls.css'
import './styles/grants.css'
import './styles/forced.css'

void showBridge()

async function showBridge (): Promise<void> {
  // A page around this one must not start a node, and the frame of another site would have an empty one.
  if (window.top === window) {
    void startNode()
  }

  void startBridge()
  await startLanguage()
  const place = document.getElementById('bridge')

  if (place != null) {
    place.replaceChildren()
    render(<BridgePage />, place)
  }
}
