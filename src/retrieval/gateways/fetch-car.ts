import type { CID } from 'multiformats/cid'
import { readCar } from '../../car/read-car.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { openUrl } from '../http/open-url.ts'
import { SourceError } from '../http/source-error.ts'
import { responseError } from './fetch-raw.ts'
import type { FetchRawOptions } from './fetch-raw.ts'

const CAR = 'application/vnd.ipld.car'

/** Requests reading order and each block once (IPIP-412). */
const ACCEPT = `${CAR}; version=1; order=dfs; dups=n`

export interface FetchCarOptions extends Omit<FetchRawOptions, 'onBytes'> {
  /** A larger block ends the stream. */
  maxBytes: number
}

/**
 * Fetches a DAG from a trustless gateway as a CAR (specs.ipfs.tech/http-gateways/trustless-gateway, "CAR Responses").
 * Blocks are not verified, and may be others than the requested ones.
 *
 * @param base - URL of the gateway, without a trailing slash
 * @throws SourceError
 * @throws errors of `readCar`, and the signal's reason
 */
export async function* fetchCar (
  base: string,
  root: CID,
  { maxBytes, looksElsewhere, ...options }: FetchCarOptions
): AsyncGenerator<Block> {
  const opened = await openUrl(`${base}/ipfs/${root.toString()}?format=car&dag-scope=all`, {
    ...options,
    accept: ACCEPT
  })

  if (opened.status !== 200) {
    throw await responseError(opened, looksElsewhere)
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
