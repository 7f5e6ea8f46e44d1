import { defineError } from '../../errors/define-error.ts'

/**
 * The reason why a database connection was lost:
 *
 * - `deleted`: the database was deleted, its data is gone
 * - `replaced`: another connection wants to upgrade the schema
 * - `closed`: the browser closed it (site data cleared, disk full during a write, device asleep). Reopening shows what
 *   is left
 */
export type DatabaseLoss = 'deleted' | 'replaced' | 'closed'

const WORDS: Record<DatabaseLoss, string> = {
  deleted: 'the storage of the node was deleted',
  replaced: 'the storage of the node is in use by another version',
  closed: 'the browser closed the storage of the node: the site data was cleared, or the disk is full'
}

/**
 * Thrown if the database connection is lost, and with it the requests in flight. The next request opens a new
 * connection.
 */
export class DatabaseLostError extends defineError('DatabaseLostError') {
  readonly loss: DatabaseLoss

  constructor (loss: DatabaseLoss, options?: ErrorOptions) {
    super(`${WORDS[loss]}; what was under way has ended, try again`, options)
    this.loss = loss
  }
}

/** Called once, when the connection closes unexpectedly. */
export type OnLost = (error: DatabaseLostError) => void
