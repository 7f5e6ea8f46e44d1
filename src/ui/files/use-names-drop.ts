import { useState } from 'preact/hooks'
import { droppedNames } from './dropped-names.ts'

export interface NamesDrop {
  over: boolean
  onDragOver: (event: DragEvent) => void
  onDragLeave: () => void
  onDrop: (event: DragEvent) => void
}

/**
 * Makes an element a drop target for entries of the page.
 *
 * @param put - called with the names, and whether they are to be copied (Ctrl)
 */
export function useNamesDrop (
  put: (names: string[], how: 'move' | 'copy') => void,
  { enabled = true }: { enabled?: boolean } = {}
): NamesDrop {
  const [over, setOver] = useState(false)

  return {
    over,
    onDragOver (event) {
      if (enabled && droppedNames.are(event)) {
        event.preventDefault()
        setOver(true)
      }
    },
    onDragLeave () {
      setOver(false)
    },
    onDrop (event) {
      setOver(false)
      const names = enabled ? droppedNames.of(event) : undefined
      if (names != null) {
        put(names, event.ctrlKey ? 'copy' : 'move')
      }
    }
  }
}
