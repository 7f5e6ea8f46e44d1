import { Component } from 'preact'
import type { ComponentChildren } from 'preact'

/** A row of a long list: drawn once, and again when its text (or the object), which says all that it shows, is another one. */
export class StillRow extends Component<{ text: string | object, children: () => ComponentChildren }> {
  override shouldComponentUpdate ({ text }: { text: string | object }): boolean {
    return text !== this.props.text
  }

  override render (): ComponentChildren {
    return this.props.children()
  }
}
