import type { CID } from 'multiformats/cid'
import type { RetrievalReport } from './retrieval-report.ts'

/** What was tried in vain to get a block. */
export interface FailedRetrieval {
  /** in short, for the message */
  reason: string
  report: RetrievalReport
  /** that of a gateway: 404 where nobody has the block, 502 where those who have it did not send it */
  status: 404 | 502
}

/**
 * A block is not in the local store, and may not be asked for elsewhere or was in vain. The words are Kubo's (boxo
 * `exchange/offline`, go-ipld-format).
 */
export class BlockNotFoundError extends Error {
  static override name = 'BlockNotFoundError'
  override name = 'BlockNotFoundError'
  readonly cid: CID
  /** what was tried; undefined where nobody was asked */
  readonly retrieval: RetrievalReport | undefined
  readonly status: 404 | 502

  /** @param why - `true` when the block was looked for with an offline exchange, which Kubo says in front; or what was tried */
  constructor (cid: CID, why: boolean | FailedRetrieval = true) {
    const { reason, report, status } = typeof why === 'boolean' ? { reason: '', report: undefined, status: 404 as const } : why
    super(`${why === true ? 'block was not found locally (offline): ' : ''}ipld: could not find ${cid.toString()}${reason === '' ? '' : `: ${reason}`}`)
    this.cid = cid
    this.retrieval = report
    this.status = status
  }
}
