import type { ArgumentDefinition } from './argument.ts'
import type { OptionDefinition } from './option.ts'
import type { OutputField, OutputShape } from './output.ts'

export type Arguments = Record<string, ArgumentDefinition>
export type Options = Record<string, OptionDefinition>

export interface Help {
  tagline: string
  /** longer explanation, in a few sentences */
  description?: string
}

/** An error that callers can meet, with a request that causes it. A test sends each request to a new offline node. */
export interface ErrorExample {
  /**
   * query of the request. `$CID` is the CID of a missing block, `$DIRECTORY` that of a pinned empty directory, `$NAME`
   * an unpublished name
   */
  ask: string
  /** a file to send along */
  body?: string
  /** whether the error occurs only at the second such request */
  twice?: true
  /** `Message` of the answer; the status is 500 */
  says: string
}

/**
 * Answer of a command without `output`: nothing; always an error; a plain value of a Go type; or the fields of a value
 * that is written as a stream.
 */
export type Answers = 'nothing' | 'an error' | { type: string } | { fields: readonly OutputField[] }

export type Status = 'active' | 'experimental' | 'deprecated' | 'removed'

/** The declarations of a command and its subcommands, without their code: for listings, help and docs. */
export interface CommandTree {
  help: Help
  status: Status
  args: Arguments
  options: Options
  output?: OutputShape
  answers?: Answers
  /** errors that callers can meet, except errors of any request */
  errors: readonly ErrorExample[]
  /** differences from Kubo, in whole sentences */
  differs: readonly string[]
  /** whether only the command line has it, 404 over HTTP (Kubo's `NoRemote`) */
  noRemote: boolean
  /** whether Kubo has no such command; `commands` and completions omit it and its subcommands */
  isOwn: boolean
  /** the version of Kubo that added it, if that is newer than 0.40.0 */
  since?: string
  subcommands: Record<string, CommandTree>
}
