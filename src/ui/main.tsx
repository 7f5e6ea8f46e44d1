import { render } from 'preact'
import { App } from './app.tsx'
import { startNode } from './state/node.ts'
import './styles/tokens.css'
import './styles/layout.css'
import './styles/controls.css'
import './styles/lists.css'

// the node first: its worker starts while the page is drawn
void startNode()

const place = document.getElementById('app')
if (place != null) {
  place.replaceChildren() // the sketch that stood there until now
  render(<App />, place)
}
