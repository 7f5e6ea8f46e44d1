import type { CID } from 'multiformats/cid'
import { defineError } from '../../errors/define-error.ts'
import type { RetrievalReport } from './retrieval-report.ts'

/** The failed attempts to fetch a block. */
export interface FailedRetrieval {
  /** A summary for the error message. */
  reason: string
  report: RetrievalReport
  /**
   * The status of the gateway's answer: 404 if no source has the block, 502 if a source that should have it did not
   * send it.
   */
  status: 404 | 502
}

/**
 * Thrown if a block is not in the local store, and may not be fetched or could not be fetched. The message is Kubo's
 * (boxo `exchange/offline`, go-ipld-format).
 */
export class BlockNotFoundError extends defineError('BlockNotFoundError') {
  readonly cid: CID
  /** The attempts; undefined if no source was asked. */
  readonly retrieval: RetrievalReport | undefined
  readonly status: 404 | 502

  /**
   * Creates the error.
   *
   * @param why - the failed attempts, or whether the lookup was offline, which Kubo's message begins with
   */
  constructor (cid: CID, why: boolean | FailedRetrieval = true) {
    const { reason, report, status } = typeof why === 'boolean'
      ? { reason: '', report: undefined, status: 404 as const }
      : why
    super(
      `${why === true ? 'block was not found locally (offline): ' : ''}ipld: could not find ${cid.toString()}${
        reason === '' ? '' : `: ${reason}`
      }`
    )
    this.cid = cid
    this.retrieval = report
    this.status = status
  }
}
