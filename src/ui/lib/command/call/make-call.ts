import { t } from '../../text/t.ts'
import type { CommandInfo, OptionInfo } from '../info/command-info.ts'
import type { CommandCall } from './command-call.ts'
import { fileArgument } from './command-call.ts'
import { LineError } from './line-error.ts'
import { optionProblem } from './option-problem.ts'

/**
 * Makes a call of the inputs and checks them against the declaration.
 *
 * @param texts - arguments in their order; with `hasFileNames`, file names follow the text arguments
 * @throws LineError
 */
export function makeCall (
  command: CommandInfo,
  texts: readonly string[],
  given: ReadonlyArray<{ option: OptionInfo; value: string }>,
  { hasFileNames }: { hasFileNames: boolean }
): CommandCall {
  const options = new Map<string, string[]>()

  for (const { option, value } of given) {
    const [name] = option.names
    const before = options.get(name)
    const problem = optionProblem(option, value)

    if (problem != null) {
      throw new LineError(problem, command)
    }

    if (before != null && option.type !== 'array') {
      throw new LineError(t('{name} stands there more than once.', { name }), command)
    }

    options.set(name, [...before ?? [], value])
  }

  const strings = command.args.filter(({ kind }) => kind === 'string')
  const mostTexts = strings.some(({ variadic }) => variadic) ? Infinity : strings.length
  const file = hasFileNames ? fileArgument(command) : undefined
  const args = texts.slice(0, mostTexts)
  const files = texts.slice(mostTexts)

  const oneOrMore = file?.variadic === true ? Infinity : 1

  if (files.length > (file == null ? 0 : oneOrMore)) {
    throw new LineError(
      t('“{argument}” is one argument more than {command} takes.', {
        argument: files[file == null ? 0 : 1],
        command: command.path.replaceAll('/', ' ')
      }),
      command
    )
  }

  return { command, args, files, options }
}
