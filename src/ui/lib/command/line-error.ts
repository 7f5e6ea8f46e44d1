import type { CommandInfo } from './command-info.ts'

/** A line that says nothing which could be done, in words for people; with the command that it begins with. */
export class LineError extends Error {
  static override name = 'LineError'
  override name = 'LineError'
  readonly command?: CommandInfo

  constructor (message: string, command?: CommandInfo) {
    super(message)
    this.command = command
  }
}
