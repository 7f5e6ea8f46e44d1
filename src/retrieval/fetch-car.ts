import type { CID } from 'multiformats/cid'
import { readCar } from '../car/read-car.ts'
import type { Block } from '../store/blockstore.ts'
import { refusal } from './fetch-raw.ts'
import type { FetchRawOptions } from './fetch-raw.ts'
import { openUrl } from './open-url.ts'
import { SourceError } from './source-error.ts'

const CAR = 'application/vnd.ipld.car'

/** In the order in which a reader goes on, each block once (IPIP-412). */
const ACCEPT = `${CAR}; version=1; order=dfs; dups=n`

export interface FetchCarOptions extends Omit<FetchRawOptions, 'onBytes'> {
  /** a larger block ends it */
  maxBytes: number
}

/**
 * Asks a trustless gateway for a DAG as a CAR (specs.ipfs.tech/http-gateways/trustless-gateway, "CAR Responses"). Its blocks are not
 * verified, and may be others than those asked for.
 *
 * @param base - URL of the gateway, without a slash at its end
 * @throws SourceError; Errors of `readCar`; the signal's reason
 */
export async function * fetchCar (base: string, root: CID, { maxBytes, looksElsewhere, ...options }: FetchCarOptions): AsyncGenerator<Block> {
  const opened = await openUrl(`${base}/ipfs/${root.toString()}?format=car&dag-scope=all`, { ...options, accept: ACCEPT })

  if (opened.status !== 200) {
    throw await refusal(opened, looksElsewhere)
  }

  if (!(opened.headers.get('content-type') ?? '').startsWith(CAR)) {
    opened.close()
    throw new SourceError('failed', 'answered with something that is no CAR')
  }

  const { blocks } = await readCar(opened.chunks)

  for await (const block of blocks) {
    if (block.bytes.byteLength > maxBytes) {
      throw new SourceError('wrong', `sent more than ${maxBytes} bytes for one block`)
    }

    yield block
  }
}
