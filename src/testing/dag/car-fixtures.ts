import { CID } from 'multiformats/cid'
import { toAsyncGenerator } from '../../async/iteration/to-async-generator.ts'
import { toBytes } from '../../bytes/to-bytes.ts'
import { writeCar } from '../../car/write-car.ts'
import { hash } from '../../cid/hash/hash.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'

const PRAGMA = Uint8Array.of(0x0a, 0xa1, 0x67, 0x76, 0x65, 0x72, 0x73, 0x69, 0x6f, 0x6e, 0x02)
const HEADER_BYTES = 40

/** Creates a block with the CID of its hash. */
export async function blockOf (bytes: Uint8Array, code = 0x55): Promise<Block> {
  return { cid: CID.createV1(code, await hash(bytes)), bytes }
}

/** Encodes a CARv1 as one array. */
export async function encodeCar (roots: CID[], blocks: Block[]): Promise<Uint8Array> {
  return await toBytes(writeCar(roots, toAsyncGenerator(blocks)))
}

export interface CarV2Init {
  /** bytes between the header and the payload */
  padding?: number
  /** bytes after the payload */
  index?: Uint8Array
  characteristics?: Uint8Array
  dataOffset?: bigint
  dataSize?: bigint
  indexOffset?: bigint
}

/** Encodes a CARv2 around a CARv1 (ipld.io/specs/transport/car/carv2). */
export function carV2Of (
  payload: Uint8Array,
  { padding = 0, index = new Uint8Array(0), characteristics, ...init }: CarV2Init = {}
): Uint8Array {
  const start = PRAGMA.length + HEADER_BYTES + padding
  const file = new Uint8Array(start + payload.length + index.length)
  const view = new DataView(file.buffer)
  file.set(PRAGMA)
  file.set(characteristics ?? [], PRAGMA.length)
  view.setBigUint64(PRAGMA.length + 16, init.dataOffset ?? BigInt(start), true)
  view.setBigUint64(PRAGMA.length + 24, init.dataSize ?? BigInt(payload.length), true)
  view.setBigUint64(
    PRAGMA.length + 32,
    init.indexOffset ?? BigInt(index.length === 0 ? 0 : start + payload.length),
    true
  )
  file.set(payload, start)
  file.set(index, start + payload.length)
  return file
}

/** Splits bytes into pieces of these lengths, which are repeated. */
export async function* inPieces (bytes: Uint8Array, lengths: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, i = 0; at < bytes.length; at += lengths[i++ % lengths.length]) {
    yield bytes.subarray(at, at + lengths[i % lengths.length])
  }
}
