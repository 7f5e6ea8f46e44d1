import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../../lib/text/t.ts'

interface ShareDialogProps {
  title: ComponentChildren
  onClose: () => void
  children: ComponentChildren
}

/** A modal dialog; on a phone a sheet at the bottom. Returns the focus to the element that opened it. */
export function ShareDialog ({ title, onClose, children }: ShareDialogProps) {
  const sheet = useRef<HTMLDialogElement>(null)

  // Before the effects of its content, which move the focus to the main action.
  useLayoutEffect(() => {
    sheet.current?.showModal()
  }, [])

  return (
    <dialog
      ref={sheet}
      class='panel share'
      aria-labelledby='share-title'
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) {
          currentTarget.close()
        }
      }}
    >
      <div class='share-inside'>
        <div class='panel-head'>
          <h2 id='share-title'>{title}</h2>
          <button type='button' class='quiet' onClick={() => sheet.current?.close()}>{t('Close')}</button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
