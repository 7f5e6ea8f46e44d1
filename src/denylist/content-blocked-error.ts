import { defineError } from '../errors/define-error.ts'

/** The status of blocked content in the gateway, unless a list gives another. */
export const BLOCKED_STATUS = 410

/** The rule that blocks a content. */
export interface BlockedBy {
  /** name of the list */
  list: string
  /** line of the rule in the list, from 1 */
  line: number
  /** status of answers of the gateway */
  status: number
}

/**
 * Thrown for content that a denylist blocks. The message is that of nopfs (`status.go`). The cause names the list, also
 * after the error has crossed a port.
 */
export class ContentBlockedError extends defineError('ContentBlockedError') {
  readonly status: number

  /** @param content - a CID, or a content path */
  constructor (content: string, readonly by: BlockedBy) {
    super(`${content} is blocked and cannot be provided`, { cause: new Error(`denylist ${by.list}`) })
    this.status = by.status
  }
}
