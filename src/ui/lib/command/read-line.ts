import type { CommandCall } from './command-call.ts'
import { LineError } from './line-error.ts'
import type { CommandInfo } from './command-info.ts'
import { readCliWords } from './read-cli-words.ts'
import { readRequestTarget } from './read-request-target.ts'
import { splitWords } from './split-words.ts'

/** What a line says, as far as it can be read. */
export interface ReadLine {
  /** how it is written: as for the command line of Kubo, or as a path of the API */
  style: 'cli' | 'rpc'
  /** the command, or the group of commands, that it begins with */
  command?: CommandInfo
  call?: CommandCall
  /** what is wrong with it */
  problem?: string
}

/**
 * Reads `ipfs pin ls --type=recursive` (`ipfs` may be left out), `pin/ls?type=recursive` and `/api/v0/pin/ls?type=recursive`, with
 * an origin before it too.
 */
export function readLine (line: string, commands: readonly CommandInfo[]): ReadLine {
  const text = line.trim()
  const style = isRequest(text) ? 'rpc' : 'cli'

  try {
    return { style, ...style === 'rpc' ? readRequestTarget(text, commands) : readCliWords(splitWords(text).map(({ text }) => text), commands) }
  } catch (err) {
    return { style, ...err instanceof LineError ? { command: err.command } : {}, problem: (err as Error).message }
  }
}

/** A first word with a slash or a question mark in it is a path of the API: no command has these in its name. */
function isRequest (text: string): boolean {
  return /^[^\s'"]*[/?]/.test(text)
}
