import { useEffect, useRef, useState } from 'preact/hooks'
import { t } from '../lib/t.ts'

interface AskFormProps {
  label: string
  /** what stands there at first, and how much of it is selected: all without */
  initial?: string
  selected?: number
  button: string
  busy?: boolean
  /** nothing is no answer */
  required?: boolean
  /** why what was said cannot be */
  problem?: string
  isNotice?: boolean
  onSubmit: (text: string) => void
  onCancel: () => void
}

/** One line to be filled in; Escape leaves it. */
export function AskForm ({ label, initial = '', selected = initial.length, button, busy = false, required = false, problem, isNotice = true, onSubmit, onCancel }: AskFormProps) {
  const [text, setText] = useState(initial)
  const input = useRef<HTMLInputElement>(null)
  const said = useRef<HTMLParagraphElement>(null)

  // what was clicked is behind what opened
  useEffect(() => {
    input.current?.focus()
    input.current?.setSelectionRange(0, selected)
  }, [selected])

  // on a phone it may come below what is seen
  useEffect(() => { said.current?.scrollIntoView({ block: 'nearest' }) }, [problem])

  function submit (event: Event): void {
    event.preventDefault()
    input.current?.focus() // where it goes on if this cannot be
    onSubmit(text.trim())
  }

  return (
    <form class={isNotice ? 'ask notice' : 'ask'} onSubmit={submit} onKeyDown={({ key }) => { if (key === 'Escape') onCancel() }}>
      <label>{label} <input ref={input} type='text' value={text} required={required} autocomplete='off' spellcheck={false} aria-invalid={problem != null} aria-describedby={problem == null ? undefined : 'ask-problem'} onInput={({ currentTarget }) => { setText(currentTarget.value) }} /></label>
      <div class='actions'>
        <button type='submit' class='main' disabled={busy}>{button}</button>
        <button type='button' class='quiet' onClick={onCancel}>{t('Cancel')}</button>
      </div>
      {problem != null && <p id='ask-problem' ref={said} class='state bad' role='alert'>{problem}</p>}
    </form>
  )
}
