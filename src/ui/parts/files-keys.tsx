import { useEffect, useRef } from 'preact/hooks'

const KEYS: ReadonlyArray<readonly [keys: string, does: string]> = [
  ['↑ ↓ Home End Page ↑ ↓', 'go through the list'],
  ['Shift with these', 'choose a range'],
  ['Space, Ctrl+Space', 'choose, or choose no more'],
  ['Ctrl+A, Escape', 'choose all, or nothing'],
  ['Enter', 'open'],
  ['Backspace', 'to the folder above'],
  ['F2', 'rename'],
  ['Delete', 'remove'],
  ['Ctrl+X, Ctrl+C, Ctrl+V', 'cut, copy, paste'],
  ['/', 'find'],
  ['?', 'these keys']
]

/** What the keyboard does in the list of files. */
export function FilesKeys ({ onEnd }: { onEnd: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => { dialog.current?.showModal() }, [])

  return (
    <dialog ref={dialog} class='panel' aria-labelledby='keys-title' onClose={onEnd}>
      <h2 id='keys-title'>Keys</h2>
      <dl class='keys'>
        {KEYS.map(([keys, does]) => <div key={keys}><dt>{keys}</dt><dd>{does}</dd></div>)}
      </dl>
      <form method='dialog'><button type='submit'>Close</button></form>
    </dialog>
  )
}
