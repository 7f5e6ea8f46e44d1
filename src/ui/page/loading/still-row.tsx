import { Component } from 'preact'
import type { ComponentChildren } from 'preact'

/**
 * A memoized row of a long list: rendered again only if its key changes (a text or object that determines everything it
 * shows).
 */
export class StillRow extends Component<{ text: string | object; children: () => ComponentChildren }> {
  override shouldComponentUpdate ({ text }: { text: string | object }): boolean {
    return text !== this.props.text
  }

  override render (): ComponentChildren {
    return this.props.children()
  }
}
