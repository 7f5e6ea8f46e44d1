import { useMemo, useRef } from 'preact/hooks'
import type { JsonText } from './json-text.ts'
import { JsonValue } from './json-value.tsx'

import '../../styles/json.css'

/** Length below which nothing is collapsed at first. */
const MAX_OPEN_CHARS = 2000

/**
 * A JSON text as a tree. Objects and arrays are collapsible (`<details>`, which browsers and screen readers support);
 * their values are rendered when expanded. Arrow keys also navigate the tree.
 */
export function JsonTree ({ json, title }: { json: JsonText; title: string }) {
  const box = useRef<HTMLDivElement>(null)
  const root = useMemo(() => json.root, [json])

  return (
    <div
      ref={box}
      class='code json'
      tabIndex={0}
      role='region'
      aria-label={title}
      dir='ltr'
      onKeyDown={(event) => {
        if (moves(event, box.current)) {
          event.preventDefault()
        }
      }}
    >
      <JsonValue json={json} place={root} level={0} opensAll={json.text.length <= MAX_OPEN_CHARS} />
    </div>
  )
}

/**
 * Handles the keys of a tree (WAI-ARIA Authoring Practices) between collapsible values. Collapsed values are not
 * rendered.
 */
function moves ({ key, target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent, box: HTMLElement | null): boolean {
  const summary = target instanceof HTMLElement && target.localName === 'summary' ? target : undefined
  const fold = summary?.parentElement as HTMLDetailsElement | undefined

  if (box == null || fold == null || altKey || ctrlKey || metaKey || shiftKey) {
    return false
  }

  const all = [...box.querySelectorAll('summary')]
  const at = all.indexOf(summary!)
  const go = (to: HTMLElement | null | undefined): void => {
    to?.focus()
  }

  switch (key) {
    case 'ArrowDown':
      go(all[at + 1])
      return true
    case 'ArrowUp':
      go(all[at - 1])
      return true
    case 'Home':
      go(all[0])
      return true
    case 'End':
      go(all.at(-1))
      return true

    case 'ArrowRight':
      if (fold.open) {
        go(fold.querySelector<HTMLElement>(':scope > ul summary'))
      } else {
        fold.open = true
      }
      return true

    case 'ArrowLeft':
      if (fold.open) {
        fold.open = false
      } else {
        go(fold.parentElement?.closest('details')?.querySelector('summary'))
      }
      return true

    default:
      return false
  }
}
