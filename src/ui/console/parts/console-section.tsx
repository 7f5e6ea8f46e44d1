import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { node } from '../../client/node.ts'
import { cliLine } from '../../lib/command/call/cli-line.ts'
import { fileArgument, lackingArgument } from '../../lib/command/call/command-call.ts'
import type { CommandCall } from '../../lib/command/call/command-call.ts'
import { requestTarget } from '../../lib/command/call/request-target.ts'
import type { CommandInfo } from '../../lib/command/info/command-info.ts'
import { readLine } from '../../lib/command/parse/read-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t, tn } from '../../lib/text/t.ts'
import { commands as allCommands, readCommands } from '../state/commands.ts'
import { runCommand } from '../state/console.ts'
import { AnswerView } from './answer-view.tsx'
import { CallCopies } from './call-copies.tsx'
import { CallForm } from './call-form.tsx'
import { CommandBelow } from './command-below.tsx'
import { CommandLine } from './command-line.tsx'

import '../../styles/console.css'

/**
 * The console: a command line, its form, and the answer. A line from a link is only displayed; the user must run it.
 */
export function ConsoleSection ({ line: begin }: { line: string }) {
  const { phase } = useStore(node)
  const commands = useStore(allCommands)
  const [line, setLine] = useState(begin)
  const [files, setFiles] = useState<readonly File[]>([])
  const [problem, setProblem] = useState<string>()
  const read = useMemo(() => commands.length === 0 ? { style: 'cli' as const } : readLine(line, commands), [
    line,
    commands
  ])
  const { command, call } = read
  const good = useRef<CommandCall | undefined>(undefined)
  // An invalid line keeps the form of the last valid state.
  const inForm = call ?? formOf(command, good.current)
  good.current = inForm

  useEffect(() => {
    void readCommands()
  }, [phase])
  // Before the user can type or choose.
  useLayoutEffect(() => {
    if (begin !== '') {
      setLine(begin)
    }
  }, [begin])
  useLayoutEffect(() => {
    setFiles([])
  }, [command?.path])

  function change (next: string): void {
    setLine(next)
    setProblem(undefined)
  }

  /** Writes the call of the form to the line, in the line's syntax. */
  function changeCall (next: CommandCall): void {
    change(read.style === 'rpc' ? requestTarget(next) : cliLine(next, commands))
  }

  function pick (picked: readonly File[]): void {
    setFiles(picked)
    if (inForm != null && read.style === 'cli') {
      changeCall({ ...inForm, files: picked.map(({ name }) => name) })
    }
  }

  function run (): void {
    // The form itself shows the help.
    if (call?.options.get('help')?.[0] === 'true') {
      setProblem(undefined)
      document.getElementById('call-title')?.focus()
      return
    }

    const reason = read.problem ??
      (call == null
        ? t('This is a group of commands. Choose one of them.')
        : lackingArgument(call) ?? lackingFile(call, files))
    setProblem(reason)
    if (reason == null && call != null) {
      void runCommand(line.trim(), call, files)
    }
  }

  return (
    <section class='panel console' aria-labelledby='console-title'>
      <div class='panel-head'>
        <h2 id='console-title'>{t('Console')}</h2>
        <p class='facts'>
          {commands.length > 0 &&
            tn(commands.filter(({ runs, path }) => runs && path !== '').length, '{n} command', '{n} commands')}
        </p>
      </div>
      <CommandLine
        line={line}
        commands={commands}
        problem={problem ?? (isWhole(line) ? read.problem : undefined)}
        onChange={change}
        onRun={run}
      />
      <div class='console-columns'>
        <div class='console-answer'>
          {call != null && <CallCopies call={call} files={files} commands={commands} />}
          <AnswerView />
        </div>
        <div class='console-form'>
          {command != null && <CommandBelow command={command} commands={commands} onChoose={change} />}
          {inForm != null && (
            <CallForm
              key={inForm.command.path}
              call={inForm}
              commands={commands}
              files={files}
              onChange={changeCall}
              onPick={pick}
            />
          )}
        </div>
      </div>
    </section>
  )
}

/** Returns the call in the form of a command whose line is invalid: the last valid one, or an empty one. */
function formOf (command: CommandInfo | undefined, last: CommandCall | undefined): CommandCall | undefined {
  if (command?.runs !== true) {
    return undefined
  }
  return last?.command === command ? last : { command, args: [], files: [], options: new Map() }
}

/** Returns whether the last word is complete. An incomplete word is not reported as an error. */
function isWhole (line: string): boolean {
  return /\s$/.test(line)
}

/** Returns the error for missing files: a page cannot open a file by its name. */
function lackingFile ({ command, files: names }: CommandCall, files: readonly File[]): string | undefined {
  const wanted = fileArgument(command)

  if (wanted == null || files.length > 0 || (!wanted.required && names.length === 0)) {
    return undefined
  }

  return names.length > 0
    ? t('A page cannot open “{name}” by its name. Select the file in the form.', { name: names[0] })
    : t('{command} needs a file ({name}). Select one in the form, or type its content.', {
      command: command.path.replaceAll('/', ' '),
      name: wanted.name
    })
}
