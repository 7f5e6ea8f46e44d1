import { useState } from 'preact/hooks'
import { draggedKeys } from '../lib/dragged-keys.ts'

export interface KeysDrop {
  over: boolean
  onDragOver: (event: DragEvent) => void
  onDragLeave: () => void
  onDrop: (event: DragEvent) => void
}

/**
 * Makes an element a drop target for items of the page.
 *
 * @param put - called with the keys, and whether they are to be copied (Ctrl)
 */
export function useKeysDrop (
  put: (keys: string[], how: 'move' | 'copy') => void,
  { enabled = true }: { enabled?: boolean } = {}
): KeysDrop {
  const [over, setOver] = useState(false)

  return {
    over,
    onDragOver (event) {
      if (enabled && draggedKeys.are(event)) {
        event.preventDefault()
        setOver(true)
      }
    },
    onDragLeave () {
      setOver(false)
    },
    onDrop (event) {
      setOver(false)
      const keys = enabled ? draggedKeys.of(event) : undefined
      if (keys != null) {
        put(keys, event.ctrlKey ? 'copy' : 'move')
      }
    }
  }
}
