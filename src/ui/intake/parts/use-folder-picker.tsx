import type { ComponentChildren, RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { openFolderPicker } from '../lib/open-folder-picker.ts'
import type { Reading } from '../lib/reading.ts'
import { FolderHint } from './folder-hint.tsx'

export interface FolderPicker {
  /** ref of the element with the button that opens it */
  button: RefObject<HTMLElement | null>
  /** ref of the input for browsers without another picker */
  field: RefObject<HTMLInputElement | null>
  /** opens it; call it during a click */
  open: () => void
  /** handles the choice, by this or another way, and hides the hint */
  take: (read: Reading) => void
  /** hint to display near the button */
  hint: ComponentChildren
}

/**
 * Lets the user choose a folder, and shows alternatives if the browser may have refused it.
 *
 * @param take - called with the choice
 */
export function useFolderPicker (take: (read: Reading) => void): FolderPicker {
  const button = useRef<HTMLElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const [wasNone, setNone] = useState(false)
  const taken = (read: Reading): void => {
    setNone(false)
    take(read)
  }

  return {
    button,
    field,
    take: taken,
    open: () => {
      openFolderPicker(field.current, {
        take: taken,
        onNothing: () => {
          setNone(true)
        }
      })
    },
    hint: wasNone && (
      <FolderHint
        other={() => field.current?.click()}
        onEnd={() => {
          setNone(false)
          button.current?.querySelector('button')?.focus()
        }}
        onDrop={() => {
          setNone(false)
        }}
      />
    )
  }
}
