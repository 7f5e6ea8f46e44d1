import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { CommandInfo } from '../../lib/command/info/command-info.ts'
import { completeLine } from '../../lib/command/parse/complete-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { HelpText } from '../../page/text/help-text.tsx'
import { arrowStep } from '../lib/arrow-step.ts'
import { clearHistory, commandRun, history, stopCommand } from '../state/console.ts'

export interface CommandLineProps {
  line: string
  commands: readonly CommandInfo[]
  problem?: string
  onChange: (line: string) => void
  onRun: () => void
}

/** The command line, with completions and history. */
export function CommandLine ({ line, commands, problem, onChange, onRun }: CommandLineProps) {
  const { running } = useStore(commandRun)
  const lines = useStore(history)
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const [at, setAt] = useState<number>()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const completions = useMemo(() => open ? completeLine(line, commands) : [], [open, line, commands])
  const isOpen = completions.length > 0

  useEffect(() => {
    input.current?.focus()
  }, [])

  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])

  function write (next: string): void {
    onChange(next)
    setOpen(true)
    setChosen(-1)
    setAt(undefined)
  }

  function complete (next: string): void {
    write(next)
    input.current?.focus()
  }

  /** Shows the previous or next line of the history; after the latest one there is an empty line. */
  function recall (step: number): void {
    const next = Math.min(lines.length, Math.max(0, (at ?? lines.length) + step))
    setAt(next)
    setOpen(false)
    onChange(lines[next] ?? '')
  }

  function onKey (event: KeyboardEvent): void {
    const step = arrowStep(event)

    if (step !== 0) {
      event.preventDefault()

      if (!isOpen) {
        recall(step)
      } else {
        setChosen((chosen + step + completions.length + (chosen === -1 && step === -1 ? 1 : 0)) % completions.length)
      }
    } else if (event.key === 'Escape' && isOpen) {
      event.preventDefault()
      setOpen(false)
    } else if (isOpen && ((event.key === 'Tab' && !event.shiftKey) || (event.key === 'Enter' && chosen >= 0))) {
      event.preventDefault()
      complete(completions[Math.max(0, chosen)].line)
    }
  }

  return (
    <form
      class='command-line'
      onSubmit={(event) => {
        event.preventDefault()
        setOpen(false)
        setAt(undefined)
        onRun()
      }}
    >
      <label class='unseen' for='command-input'>{t('Command')}</label>
      <div class='actions'>
        <input
          id='command-input'
          ref={input}
          type='text'
          dir='ltr'
          value={line}
          placeholder='ipfs pin ls --type=recursive'
          spellcheck={false}
          autocapitalize='none'
          autocomplete='off'
          role='combobox'
          aria-expanded={isOpen}
          aria-controls='command-completions'
          aria-autocomplete='list'
          aria-activedescendant={isOpen && chosen >= 0 ? `completion-${chosen}` : undefined}
          aria-invalid={problem != null}
          aria-describedby={problem == null ? undefined : 'command-problem'}
          onInput={({ currentTarget }) => {
            write(currentTarget.value)
          }}
          onKeyDown={onKey}
          onBlur={() => {
            setOpen(false)
          }}
        />
        {/* Two elements: a button that turned into the submit button during a click would submit the form. */}
        {running
          ? <button key='stop' type='button' onClick={stopCommand}>{t('Stop')}</button>
          : <button key='run' type='submit' class='main'>{t('Run')}</button>}
      </div>
      <ul
        id='command-completions'
        ref={list}
        class='completions'
        role='listbox'
        aria-label={t('Arguments and options')}
        hidden={!isOpen}
      >
        {completions.map(({ line, label, help }, i) => (
          <li
            key={line}
            id={`completion-${i}`}
            role='option'
            aria-selected={i === chosen}
            onPointerDown={(event) => {
              event.preventDefault()
            }}
            onClick={() => {
              complete(line)
            }}
          >
            <code>{label}</code> <HelpText as='span' class='facts' of={help} />
          </li>
        ))}
      </ul>
      {problem != null && <p id='command-problem' class='state bad' role='alert'>{problem}</p>}
      {lines.length > 0 && (
        <details class='history'>
          <summary>{t('History')}</summary>
          <ul class='rows'>
            {lines.toReversed().map((line) => (
              <li key={line}>
                <button
                  type='button'
                  class='quiet'
                  onClick={() => {
                    onChange(line)
                    setAt(undefined)
                    input.current?.focus()
                  }}
                >
                  <code>{line}</code>
                </button>
              </li>
            ))}
          </ul>
          <button
            type='button'
            onClick={() => {
              clearHistory()
              setAt(undefined)
              input.current?.focus()
            }}
          >
            {t('Clear list')}
          </button>
        </details>
      )}
    </form>
  )
}
