import { defineError } from '../../../../errors/define-error.ts'
import type { CommandInfo } from '../info/command-info.ts'

/** The line is not a valid call. The message is for users; the error contains the command that the line begins with. */
export class LineError extends defineError('LineError') {
  readonly command?: CommandInfo

  constructor (message: string, command?: CommandInfo) {
    super(message)
    this.command = command
  }
}
