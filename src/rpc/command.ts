import type { ArgumentDefinition } from './argument.ts'
import type { Answers, Arguments, CommandTree, ErrorExample, Help, Options, Status } from './command-tree.ts'
import type { Context } from './context.ts'
import type { OptionDefinition } from './option.ts'
import type { OutputShape } from './output.ts'
import type { Result } from './result.ts'

/** The typed input of `run`: the values of all arguments and options under the names that the declaration gives them. */
export type Input<A extends Arguments, O extends Options> =
  { [K in keyof A]: A[K] extends ArgumentDefinition<infer T> ? T : never } &
  { [K in keyof O]: O[K] extends OptionDefinition<infer T> ? T : never }

/**
 * A command, declared once: from it come the query parser and its errors, `/api/v0/commands`, the help, the client and the docs.
 * `run` gets typed input and knows nothing of HTTP.
 */
export interface CommandDefinition<A extends Arguments, O extends Options, I extends Options, V> {
  help: Help
  status?: Status
  args?: A
  options?: O
  /** options of the commands above it that `run` wants too (`config/show` and `expand-auto`): they are its own to the caller, and listed above alone */
  inherits?: I
  output?: OutputShape
  /** said for the reference, where `output` does not: nobody else looks at it */
  answers?: Answers
  errors?: readonly ErrorExample[]
  differs?: readonly string[]
  /** its result are bytes (or nothing at all): the head of an answer that takes long is sent before there is one */
  answersBytes?: boolean
  /** only known to the command line, 404 over HTTP (Kubo's `NoRemote`) */
  noRemote?: boolean
  run?: (input: Input<A, O & I>, context: Context) => Promise<Result<V>> | Result<V>
  /** the text that Kubo's command line prints for one value (`encoding=text`); stands behind `run`, from which the type of the value comes */
  text?: (value: V, input: Input<A, O & I>, context: Context) => string
}

/** A node of the tree with its types erased, as the registry and the handler see it. */
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
 * @param subcommands - commands below it, for those that do something themselves and have children (`config`, `refs`)
 * @example
 *   export const repoVersion = command({
 *     help: { tagline: 'Show the version of the repository.' },
 *     options: { quiet: option.bool('quiet,q', 'Print the number alone.') },
 *     output: shape('RepoVersion', 'Version:string'),
 *     run: () => once({ Version: REPO_VERSION })
 *   })
 */
export function command<const A extends Arguments = Record<never, never>, const O extends Options = Record<never, never>, const I extends Options = Record<never, never>, V = unknown> (
  definition: CommandDefinition<A, O, I, V>,
  subcommands: Record<string, Command> = {}
): Command {
  return {
    status: 'active',
    noRemote: false,
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

/** Declares a group: a name with commands below it that does nothing itself. */
export function group (tagline: string, subcommands: Record<string, Command>, extras: { status?: Status, options?: Options } = {}): Command {
  return command({ help: { tagline }, ...extras }, subcommands)
}
