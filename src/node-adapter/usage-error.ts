/** The command line cannot be understood; the message is for the person who wrote it. */
export class UsageError extends Error {
  static override name = 'UsageError'
  override name = 'UsageError'

  /** @param err - of `parseArgs`: its first sentence names the option, the rest is about how to write positional arguments */
  static of (err: unknown): UsageError {
    return new UsageError((err as Error).message.split('. ')[0])
  }
}
