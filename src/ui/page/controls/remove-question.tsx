import type { ComponentChildren, Ref } from 'preact'
import { t } from '../../lib/text/t.ts'

interface RemoveQuestionProps {
  name: string
  /** consequence of removing it */
  text: string
  /** label of the button that removes it */
  button: string
  busy?: boolean
  keepRef?: Ref<HTMLButtonElement>
  onKeep: () => void
  onRemove: () => void
  children?: ComponentChildren
}

/** Asks before something is removed for good. Escape keeps it. */
export function RemoveQuestion (props: RemoveQuestionProps) {
  const { name, text, button, busy = false, keepRef, onKeep, onRemove, children } = props

  return (
    <div
      class='notice'
      role='alertdialog'
      aria-label={t('Remove {name}?', { name })}
      onKeyDown={({ key }) => {
        if (key === 'Escape') {
          onKeep()
        }
      }}
    >
      <p>{text}</p>
      <div class='actions'>
        <button type='button' ref={keepRef} onClick={onKeep}>{t('Keep')}</button>
        <button type='button' class='danger' disabled={busy} onClick={onRemove}>{button}</button>
        {children}
      </div>
    </div>
  )
}
