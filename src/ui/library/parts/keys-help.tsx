import { useEffect, useRef } from 'preact/hooks'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'

const KEYS: ReadonlyArray<readonly [keys: Words, does: Words]> = [
  [words('↑ ↓ Home End Page ↑ ↓'), words('move')],
  [words('Shift + arrow keys'), words('extend the selection')],
  [words('Space, Ctrl+Space'), words('toggle selection')],
  [words('Ctrl+A, Escape'), words('select all, clear')],
  [words('Enter'), words('open')],
  [words('Backspace'), words('go to the parent folder')],
  [words('F2'), words('rename')],
  [words('Del'), words('move to the Bin')],
  [words('Ctrl+X, Ctrl+C, Ctrl+V'), words('cut, copy, paste')],
  [words('Ctrl+Z, Ctrl+Shift+Z'), words('undo, redo')],
  [words('/'), words('filter')],
  [words('Ctrl+K'), words('search everything')],
  [words('?'), words('show shortcuts')]
]

/** Help for the keyboard shortcuts of the file list. */
export function KeysHelp ({ onEnd }: { onEnd: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  return (
    <dialog ref={dialog} class='panel' aria-labelledby='keys-title' onClose={onEnd}>
      <h2 id='keys-title'>{t('Keyboard shortcuts')}</h2>
      <dl class='keys'>
        {KEYS.map(([keys, does]) => (
          <div key={keys}>
            <dt>{t(keys)}</dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <form method='dialog'>
        <button type='submit'>{t('Close')}</button>
      </form>
    </dialog>
  )
}
