import type { ArgumentDefinition } from './argument.ts'
import type { Answers, Arguments, CommandTree, ErrorExample, Help, Options, Status } from './command-tree.ts'
import type { Context } from './context.ts'
import type { OptionDefinition } from './option.ts'
import type { OutputShape } from './output.ts'
import type { Result } from './result.ts'

/** The typed input of `run`: the values of all arguments and options, under their declared keys. */
export type Input<A extends Arguments, O extends Options> =
  & { [K in keyof A]: A[K] extends ArgumentDefinition<infer T> ? T : never }
  & { [K in keyof O]: O[K] extends OptionDefinition<infer T> ? T : never }

/**
 * A command, declared once: the query parser and its errors, `/api/v0/commands`, the help, the client and the docs
 * derive from it. `run` gets typed input and is independent of HTTP.
 */
export interface CommandDefinition<A extends Arguments, O extends Options, I extends Options, V> {
  help: Help
  status?: Status
  args?: A
  options?: O
  /**
   * Options of parent commands that `run` wants too (`config/show` and `expand-auto`). Callers can give them to this
   * command; only the parent lists them.
   */
  inherits?: I
  output?: OutputShape
  /** answer for the API reference, if `output` does not describe it; not used otherwise */
  answers?: Answers
  errors?: readonly ErrorExample[]
  differs?: readonly string[]
  /** Whether its result is bytes (or nothing): the head of a slow answer is sent before there is a result. */
  answersBytes?: boolean
  /** whether only the command line has it, 404 over HTTP (Kubo's `NoRemote`) */
  noRemote?: boolean
  /** whether Kubo has no such command; `commands` and completions omit it and its subcommands */
  isOwn?: boolean
  /**
   * the version of Kubo that added the command, if that is newer than 0.40.0; `commands` and completions omit it,
   * because their answers are those of 0.40.0
   */
  since?: string
  run?: (input: Input<A, O & I>, context: Context) => Promise<Result<V>> | Result<V>
  /**
   * The text that Kubo's command line prints for one value (`encoding=text`). Declared after `run`, from which the type
   * of the value is inferred.
   */
  text?: (value: V, input: Input<A, O & I>, context: Context) => string
}

/** A node of the command tree without its input types, as used by the registry and the handler. */
export interface Command extends CommandTree {
  inherits: Options
  answersBytes: boolean
  run?: (input: Record<string, unknown>, context: Context) => Promise<Result> | Result
  text?: (value: unknown, input: Record<string, unknown>, context: Context) => string
  subcommands: Record<string, Command>
}

/**
 * Declares a command.
 *
 * @param subcommands - children of a command that also runs itself (`config`, `refs`)
 * @example
 *   export const repoVersion = command({
 *     help: { tagline: 'Show the version of the repository.' },
 *     options: { quiet: option.bool('quiet,q', 'Print only the version number.') },
 *     output: shape('RepoVersion', 'Version:string'),
 *     run: () => once({ Version: REPO_VERSION })
 *   })
 */
export function command<
  const A extends Arguments = Record<never, never>,
  const O extends Options = Record<never, never>,
  const I extends Options = Record<never, never>,
  V = unknown
> (
  definition: CommandDefinition<A, O, I, V>,
  subcommands: Record<string, Command> = {}
): Command {
  return {
    status: 'active',
    noRemote: false,
    isOwn: false,
    answersBytes: false,
    errors: [],
    differs: [],
    ...definition,
    args: definition.args ?? {},
    options: definition.options ?? {},
    inherits: definition.inherits ?? {},
    run: definition.run as Command['run'],
    text: definition.text as Command['text'],
    subcommands
  }
}

/** Declares a group: a command that only has subcommands and does not run. */
export function group (
  tagline: string,
  subcommands: Record<string, Command>,
  extras: { status?: Status; options?: Options; isOwn?: boolean } = {}
): Command {
  return command({ help: { tagline }, ...extras }, subcommands)
}
