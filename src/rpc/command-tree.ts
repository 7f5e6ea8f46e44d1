import type { ArgumentDefinition } from './argument.ts'
import type { OptionDefinition } from './option.ts'
import type { OutputField, OutputShape } from './output.ts'

export type Arguments = Record<string, ArgumentDefinition>
export type Options = Record<string, OptionDefinition>

export interface Help {
  tagline: string
  /** what it does, in a few sentences */
  description?: string
}

/** An error that a caller meets, with a request that leads to it: a test asks each of a new node that is offline. */
export interface ErrorExample {
  /** query of the request. `$CID` is of a block that nobody has, `$DIRECTORY` of an empty directory that is pinned, `$NAME` one that nobody published */
  ask: string
  /** a file that is sent along */
  body?: string
  /** it is the answer when the same was asked before */
  twice?: true
  /** `Message` of the answer, whose status is 500 */
  says: string
}

/**
 * What a command answers where no `output` says it: nothing at all; an error, whatever it is asked; a plain value of a Go type; or
 * the fields of a value that is written as it comes.
 */
export type Answers = 'nothing' | 'an error' | { type: string } | { fields: readonly OutputField[] }

export type Status = 'active' | 'experimental' | 'deprecated' | 'removed'

/** What is declared of a command and of those below it, without what they do: for listings, help and docs. */
export interface CommandTree {
  help: Help
  status: Status
  args: Arguments
  options: Options
  output?: OutputShape
  answers?: Answers
  /** what a caller meets besides errors of any request */
  errors: readonly ErrorExample[]
  /** what it does otherwise than Kubo, in whole sentences */
  differs: readonly string[]
  /** only known to the command line, 404 over HTTP (Kubo's `NoRemote`) */
  noRemote: boolean
  subcommands: Record<string, CommandTree>
}
