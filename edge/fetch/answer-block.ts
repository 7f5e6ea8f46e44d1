import { CID } from 'multiformats/cid'
import { timeLimit } from '../../src/async/signals/time-limit.ts'
import { blockReader } from '../../src/blocks/reader/block-reader.ts'
import { RunningRequests } from '../../src/gateway/steps/refusals.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'

/** Blocks that peers of the node are asked for concurrently by objects that fetch content. */
const MAX_BLOCKS = 32

/** Time to find a block. */
const BLOCK_MS = 30_000

/** Answers requests of objects that fetch content for blocks that peers of the node may have. */
export class BlockAnswers {
  readonly #running = new RunningRequests()

  async answer (
    request: Request,
    { blockstore, exchange }: Pick<IpfsNode, 'blockstore' | 'exchange'>
  ): Promise<Response> {
    const leave = this.#running.enter(MAX_BLOCKS)

    if (leave == null) {
      return new Response(null, { status: 429 })
    }

    try {
      const cid = CID.parse(new URL(request.url).pathname.slice(1))
      const signal = timeLimit(BLOCK_MS, request.signal)
      const bytes = await blockReader(blockstore, exchange?.session()).get(cid, { signal })
      return new Response(bytes as Uint8Array<ArrayBuffer>)
    } catch {
      return new Response(null, { status: 404 })
    } finally {
      leave()
    }
  }
}
