import { useEffect } from 'preact/hooks'
import { isTyping } from '../../lib/reactive/is-typing.ts'
import { redo, undo } from '../state/dispatch.ts'

/** Undoes actions with Ctrl+Z, and redoes them with Ctrl+Shift+Z or Ctrl+Y, in all sections. */
export function useUndoKeys (): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) {
        return
      }
      if (key === 'z' || key === 'y') {
        event.preventDefault()
        void (key === 'y' || event.shiftKey ? redo() : undo())
      }
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
    }
  }, [])
}
