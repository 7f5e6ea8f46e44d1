import type { ArgumentDefinition } from './argument.ts'
import type { OptionDefinition } from './option.ts'
import type { OutputShape } from './output.ts'

export type Arguments = Record<string, ArgumentDefinition>
export type Options = Record<string, OptionDefinition>

export interface Help {
  tagline: string
  /** what it does, in a few sentences */
  description?: string
}

export type Status = 'active' | 'experimental' | 'deprecated' | 'removed'

/** What is declared of a command and of those below it, without what they do: for listings, help and docs. */
export interface CommandTree {
  help: Help
  status: Status
  args: Arguments
  options: Options
  output?: OutputShape
  /** only known to the command line, 404 over HTTP (Kubo's `NoRemote`) */
  noRemote: boolean
  subcommands: Record<string, CommandTree>
}
