import { useState } from 'preact/hooks'
import { fileArgument, withOption } from '../../lib/command/call/command-call.ts'
import type { CommandCall } from '../../lib/command/call/command-call.ts'
import type { CommandInfo } from '../../lib/command/info/command-info.ts'
import { useSteps } from '../../lib/reactive/use-steps.ts'
import { listed } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { HelpText } from '../../page/text/help-text.tsx'
import { Field } from './field.tsx'
import { FileInput } from './file-input.tsx'
import { OptionInput } from './option-input.tsx'

/** Options per rendered frame. */
const STEP = 8

export interface CallFormProps {
  call: CommandCall
  commands: readonly CommandInfo[]
  files: readonly File[]
  onChange: (call: CommandCall) => void
  onPick: (files: readonly File[]) => void
}

/** A form for the command, with a description of each argument and option. */
export function CallForm ({ call, commands, files, onChange, onPick }: CallFormProps) {
  const [showsAll, setShowsAll] = useState(false)
  const { command, args, options } = call
  const file = fileArgument(command)
  const strings = command.args.filter(({ kind }) => kind === 'string')
  const globals = commands.find(({ path }) => path === '')?.options ?? []
  const above = commands.filter(({ path, runs }) => path !== '' && runs && command.path.startsWith(`${path}/`)).flatMap(
    ({ options }) => options
  )
  const own = [...command.options, ...above]
  const drawn = useSteps(own.length, STEP)
  const set = (name: string, values: readonly string[]): void => {
    onChange(withOption(call, name, values))
  }

  function setArg (at: number, values: readonly string[]): void {
    // A skipped argument before another one becomes an empty text.
    const before = Array.from({ length: at }, (_, i) => args[i] ?? '')
    const next = [...before, ...values, ...args.slice(at + 1)]
    while (next.length > 0 && next.at(-1) === '') {
      next.pop()
    }
    onChange({ ...call, args: next })
  }

  return (
    <section class='call-form' aria-labelledby='call-title'>
      <h3 id='call-title' tabIndex={-1}>
        <code>{command.path.replaceAll('/', ' ')}</code>
        {command.status != null && <span class='facts'>{' '}{command.status}</span>}
      </h3>
      <HelpText of={command.help} />
      {command.description != null && <HelpText class='facts' of={command.description} />}
      {strings.map(({ name, help, required, variadic }, i) => {
        const isRest = variadic && i === strings.length - 1

        return (
          <Field
            key={name}
            name={name}
            facts={listed([required ? t('required') : t('optional'), ...isRest ? [t('one per line')] : []])}
            help={help}
          >
            {(field) =>
              isRest
                ? (
                  <textarea
                    {...field}
                    rows={2}
                    spellcheck={false}
                    autocomplete='off'
                    value={args.slice(i).join('\n')}
                    onInput={({ currentTarget }) => {
                      onChange({
                        ...call,
                        args: [
                          ...args.slice(0, i),
                          ...currentTarget.value === '' ? [] : currentTarget.value.split('\n')
                        ]
                      })
                    }}
                  />
                )
                : (
                  <input
                    type='text'
                    {...field}
                    spellcheck={false}
                    autocapitalize='none'
                    autocomplete='off'
                    value={args[i] ?? ''}
                    onInput={({ currentTarget }) => {
                      setArg(i, [currentTarget.value])
                    }}
                  />
                )}
          </Field>
        )
      })}
      {file != null && <FileInput argument={file} files={files} onPick={onPick} />}
      {own.slice(0, drawn).map((option) => (
        <OptionInput
          key={option.names[0]}
          option={option}
          values={options.get(option.names[0])}
          onChange={(values) => {
            set(option.names[0], values)
          }}
        />
      ))}
      <details
        onToggle={({ currentTarget }) => {
          setShowsAll(currentTarget.open)
        }}
      >
        <summary>{t('Options for every command')}</summary>
        {showsAll &&
          globals.map((option) => (
            <OptionInput
              key={option.names[0]}
              option={option}
              values={options.get(option.names[0])}
              onChange={(values) => {
                set(option.names[0], values)
              }}
            />
          ))}
      </details>
    </section>
  )
}
