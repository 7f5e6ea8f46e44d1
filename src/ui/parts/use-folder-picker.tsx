import type { ComponentChildren, RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { openFolderPicker } from '../lib/open-folder-picker.ts'
import type { Reading } from '../lib/reading.ts'
import { FolderHint } from './folder-hint.tsx'

export interface FolderPicker {
  /** of the button that opens it */
  button: RefObject<HTMLButtonElement | null>
  /** of the field for browsers without another picker */
  field: RefObject<HTMLInputElement | null>
  /** to be called in the click */
  open: () => void
  /** what was chosen, in this or another way: the hint is no longer needed */
  take: (read: Reading) => void
  /** to be shown near the button */
  hint: ComponentChildren
}

/** Lets a person choose a folder, and says what else there is where the browser has refused it. @param take - given what was chosen */
export function useFolderPicker (take: (read: Reading) => void): FolderPicker {
  const button = useRef<HTMLButtonElement>(null)
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
    open: () => { openFolderPicker(field.current, { take: taken, onNothing: () => { setNone(true) } }) },
    hint: wasNone && <FolderHint other={() => field.current?.click()} onEnd={() => { setNone(false); button.current?.focus() }} onDrop={() => { setNone(false) }} />
  }
}
