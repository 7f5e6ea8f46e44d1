import { defineError } from '../../errors/define-error.ts'

/** An invalid command line; the message is for the user. */
export class UsageError extends defineError('UsageError') {
  /**
   * Creates the error from an error of `parseArgs`.
   *
   * @param err - its first sentence names the option; the rest explains positional arguments, and is dropped
   */
  static of (err: unknown): UsageError {
    return new UsageError((err as Error).message.split('. ')[0])
  }
}
