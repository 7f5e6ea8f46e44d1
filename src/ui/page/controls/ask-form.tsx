import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../../lib/text/t.ts'

interface AskFormProps {
  label: string
  /** initial text, and the number of selected characters; default all */
  initial?: string
  selected?: number
  button: string
  busy?: boolean
  /** whether an empty text is rejected */
  required?: boolean
  /** why the text was rejected */
  problem?: string
  isNotice?: boolean
  onSubmit: (text: string) => void
  onCancel: () => void
}

/** A form with one text field; Escape closes it. */
export function AskForm (
  {
    label,
    initial = '',
    selected = initial.length,
    button,
    busy = false,
    required = false,
    problem,
    isNotice = true,
    onSubmit,
    onCancel
  }: AskFormProps
) {
  const [text, setText] = useState(initial)
  const input = useRef<HTMLInputElement>(null)
  const said = useRef<HTMLParagraphElement>(null)

  // Moves the focus from the clicked button into the opened form.
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(0, selected)
  }, [selected])

  // On a phone the error may be below the visible part.
  useEffect(() => {
    said.current?.scrollIntoView({ block: 'nearest' })
  }, [problem])

  function submit (event: Event): void {
    event.preventDefault()
    input.current?.focus() // The focus stays here if the action fails.
    onSubmit(text.trim())
  }

  return (
    <form
      class={isNotice ? 'ask notice' : 'ask'}
      onSubmit={submit}
      onKeyDown={({ key }) => {
        if (key === 'Escape') {
          onCancel()
        }
      }}
    >
      <label>
        {label}{' '}
        <input
          ref={input}
          type='text'
          value={text}
          required={required}
          autocomplete='off'
          spellcheck={false}
          aria-invalid={problem != null}
          aria-describedby={problem == null ? undefined : 'ask-problem'}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
          }}
        />
      </label>
      <div class='actions'>
        <button type='submit' class='main' disabled={busy}>{button}</button>
        <button type='button' class='quiet' onClick={onCancel}>{t('Cancel')}</button>
      </div>
      {problem != null && <p id='ask-problem' ref={said} class='state bad' role='alert'>{problem}</p>}
    </form>
  )
}
