import type { CID } from 'multiformats/cid'

/** A block is not in the local store and may not be asked for elsewhere. The words are Kubo's (boxo `exchange/offline`, go-ipld-format). */
export class BlockNotFoundError extends Error {
  static override name = 'BlockNotFoundError'
  override name = 'BlockNotFoundError'
  readonly cid: CID

  /** @param offline - the block was looked for with an offline exchange, which Kubo says in front */
  constructor (cid: CID, offline = true) {
    super(`${offline ? 'block was not found locally (offline): ' : ''}ipld: could not find ${cid.toString()}`)
    this.cid = cid
  }
}
