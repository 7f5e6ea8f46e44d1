import type { CommandCall } from '../call/command-call.ts'
import { LineError } from '../call/line-error.ts'
import type { CommandInfo } from '../info/command-info.ts'
import { readCliWords } from './read-cli-words.ts'
import { readRequestTarget } from './read-request-target.ts'
import { splitWords } from './split-words.ts'

/** A line, parsed as far as possible. */
export interface ReadLine {
  /** syntax: Kubo's command line, or an API path */
  style: 'cli' | 'rpc'
  /** command, or group of commands, that it begins with */
  command?: CommandInfo
  call?: CommandCall
  /** fault of the line */
  problem?: string
}

/**
 * Parses `ipfs pin ls --type=recursive` (`ipfs` is optional), `pin/ls?type=recursive` and
 * `/api/v0/pin/ls?type=recursive`, also with an origin before it.
 */
export function readLine (line: string, commands: readonly CommandInfo[]): ReadLine {
  const text = line.trim()
  const style = isRequest(text) ? 'rpc' : 'cli'

  try {
    return {
      style,
      ...style === 'rpc'
        ? readRequestTarget(text, commands)
        : readCliWords(splitWords(text).map(({ text }) => text), commands)
    }
  } catch (err) {
    return { style, ...err instanceof LineError ? { command: err.command } : {}, problem: (err as Error).message }
  }
}

/**
 * Returns whether the first word is an API path: it contains a slash or a question mark, which no command name does.
 */
function isRequest (text: string): boolean {
  return /^[^\s'"]*[/?]/.test(text)
}
