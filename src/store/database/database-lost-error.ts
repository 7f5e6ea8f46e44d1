/**
 * How a connection to a database was lost: somebody deleted the database (the data is gone); another connection wants another
 * layout; or the browser closed it (site data cleared, the disk full in the middle of a write, the device asleep), and who opens
 * it anew sees what is there.
 */
export type DatabaseLoss = 'deleted' | 'replaced' | 'closed'

const WORDS: Record<DatabaseLoss, string> = {
  deleted: 'the storage of the node was deleted',
  replaced: 'the storage of the node is in use by another version',
  closed: 'the browser closed the storage of the node: the site data was cleared, or the disk is full'
}

/** The connection to a database is gone, and with it the work on it. The next request gets a new one. */
export class DatabaseLostError extends Error {
  static override readonly name = 'DatabaseLostError'
  override readonly name = 'DatabaseLostError'
  readonly loss: DatabaseLoss

  constructor (loss: DatabaseLoss, options?: ErrorOptions) {
    super(`${WORDS[loss]}; what was under way has ended, try again`, options)
    this.loss = loss
  }
}

/** Called once, when the browser or somebody else has closed a connection. */
export type OnLost = (error: DatabaseLostError) => void
