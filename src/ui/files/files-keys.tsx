import { useEffect, useRef } from 'preact/hooks'
import { t, words } from '../lib/text/t.ts'
import type { Words } from '../lib/text/t.ts'

const KEYS: ReadonlyArray<readonly [keys: Words, does: Words]> = [
  [words('↑ ↓ Home End Page ↑ ↓'), words('go through the list')],
  [words('Shift with these'), words('choose a range')],
  [words('Space, Ctrl+Space'), words('choose, or choose no more')],
  [words('Ctrl+A, Escape'), words('choose all, or nothing')],
  [words('Enter'), words('open')],
  [words('Backspace'), words('to the folder above')],
  [words('F2'), words('rename')],
  [words('Delete'), words('remove')],
  [words('Ctrl+X, Ctrl+C, Ctrl+V'), words('cut, copy, paste')],
  [words('/'), words('find')],
  [words('?'), words('these keys')]
]

/** Help for the keyboard shortcuts of the file list. */
export function FilesKeys ({ onEnd }: { onEnd: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  return (
    <dialog ref={dialog} class='panel' aria-labelledby='keys-title' onClose={onEnd}>
      <h2 id='keys-title'>{t('Keys')}</h2>
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
