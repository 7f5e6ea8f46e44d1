import type { CID } from 'multiformats/cid'
import type { Block } from '../store/blockstore/blockstore.ts'
import { decodeCarHeader } from './car-header.ts'
import type { CarHeader } from './car-header.ts'
import { CARV2_HEADER_BYTES, decodeCarV2Header, PRAGMA_BYTES } from './carv2-header.ts'
import { readCidPrefix } from './read-cid-prefix.ts'
import { emptyCar, SectionReader } from './section-reader.ts'

/**
 * Limits against false lengths: go-car's limit for sections (`internal/carv1/car.go`). The header has it too, where
 * go-car allows 32 MiB: a worker could not hold the roots of a header of that size.
 */
const MAX_HEADER_BYTES = 8 * 1024 * 1024
const MAX_SECTION_BYTES = 8 * 1024 * 1024

const HEADER_TOO_LARGE = 'invalid header data, length of read beyond allowable maximum'
const SECTION_TOO_LARGE = 'invalid section data, length of read beyond allowable maximum'

/** A CAR after its header was read. */
export interface Car {
  version: 1 | 2
  roots: CID[]
  /** The unverified blocks in file order. Can be iterated once. */
  blocks: AsyncIterable<Block>
}

/**
 * Reads a CARv1 or the payload of a CARv2 as a stream (ipld.io/specs/transport/car).
 *
 * Replaces the package @ipld/car for two reasons. The package waits at least three times per block, which costs more
 * than a small block itself. It also trusts the lengths in an untrusted file. This parser refuses a section before it
 * waits for its bytes, so memory is bounded by the largest allowed section.
 *
 * @throws EofError for an empty input, other Errors with go-car's messages; the iteration of `blocks` throws too
 * @example const { roots, blocks } = await readCar(chunks) for await (const { cid, bytes } of verified(blocks)) await
 *   session.put(cid, bytes)
 */
export async function readCar (source: AsyncIterable<Uint8Array>): Promise<Car> {
  const reader = new SectionReader(source)

  try {
    return await openCar(reader)
  } catch (err) {
    await reader.close()
    throw err
  }
}

async function openCar (reader: SectionReader): Promise<Car> {
  const header = await readHeader(reader)

  if (header == null) {
    throw emptyCar()
  }

  switch (header.version) {
    case 1n:
      return { version: 1, roots: header.roots, blocks: readBlocks(reader) }
    case 2n:
      return await openPayload(reader)
    default:
      throw new Error(`invalid car version: ${header.version}`)
  }
}

async function openPayload (reader: SectionReader): Promise<Car> {
  const { dataOffset, dataSize } = decodeCarV2Header(await reader.take(CARV2_HEADER_BYTES))
  await reader.skip(dataOffset - PRAGMA_BYTES - CARV2_HEADER_BYTES)
  reader.limit(dataSize)
  const header = await readHeader(reader)

  if (header?.version !== 1n) {
    throw new Error(`invalid data payload header version; expected 1, got ${header?.version}`)
  }

  return { version: 2, roots: header.roots, blocks: readBlocks(reader) }
}

async function readHeader (reader: SectionReader): Promise<CarHeader | undefined> {
  const section = await reader.next(MAX_HEADER_BYTES, HEADER_TOO_LARGE)
  return section == null ? undefined : decodeCarHeader(section)
}

async function* readBlocks (reader: SectionReader): AsyncGenerator<Block> {
  try {
    for (;;) {
      const section = await reader.next(MAX_SECTION_BYTES, SECTION_TOO_LARGE)

      if (section == null) {
        return
      }

      const { cid, length } = readCidPrefix(section)
      yield { cid, bytes: section.subarray(length) }
    }
  } finally {
    await reader.close()
  }
}
