import type { CID } from 'multiformats/cid'
import { checkBlockSize } from '../blocks/local/block-size.ts'
import type { BlobContent } from '../bytes/blobs/blob-content.ts'
import { readCar } from '../car/read-car.ts'
import type { Car } from '../car/read-car.ts'
import { verifiedBlocks } from '../car/verified-blocks.ts'
import { HASH } from '../cid/codes/multiformat-codes.ts'
import { HashNotAllowedError } from '../cid/hash/allowed-hash.ts'
import { checkMultihash } from '../cid/hash/check-multihash.ts'
import { isError } from '../errors/define-error.ts'
import { isPlainEof } from '../go/text/eof-error.ts'
import { errorMessage } from '../go/text/error-message.ts'
import { goQuote } from '../go/text/quote.ts'
import { dagPb } from '../ipld/dag-pb/dag-pb.ts'
import { decodePbNode } from '../ipld/dag-pb/decode-pb-node.ts'
import { raw } from '../ipld/registry/raw.ts'
import { decodeBlock } from '../ipld/registry/registry.ts'
import type { Block } from '../store/blockstore/blockstore.ts'
import type { AdoptingSession, StagingSession } from '../store/blockstore/capabilities.ts'
import { stagedSlices } from '../store/blockstore/staged-slices.ts'

/** The imported blocks and bytes so far. */
export interface ImportTotals {
  roots: Map<string, CID>
  blocks: number
  bytes: number
  /** The number of empty files, which have no effect. */
  emptyFiles: number
  cars: number
}

export interface ImportCarOptions {
  put: (block: Block) => Promise<void>
  /** Stages bytes before they are parsed, if the store of `put` gains by it (`StagingSession`). */
  stage?: StagingSession['stage']
  /** adds blocks that are in the store's bucket already, for an importer that runs in another process */
  adopt?: AdoptingSession['adopt']
  totals: ImportTotals
  allowBigBlock: boolean
  signal: AbortSignal
}

/** The place of a failure in the import. Has the name of its cause, so that a full disk is recognized. */
class ImportError extends Error {
  constructor (where: string, cause: Error) {
    super(`import failed${where}: ${errorMessage(cause)}`, { cause })
    this.name = cause.name
  }
}

/**
 * Imports the blocks of one CAR. Verifies and decodes each block (Kubo `core/commands/dag/import.go`). Reading, hashing
 * and writing run concurrently, with a bounded number of bytes between them. An empty file has no blocks.
 *
 * @throws ImportError with Kubo's message for the place; other Errors for an invalid header. The caller has to roll
 *   back the blocks that were put
 */
export async function importCar (content: BlobContent, options: ImportCarOptions): Promise<void> {
  const car = await openCar(stagedCar(content, options))

  const { totals, signal } = options

  if (car == null) {
    totals.emptyFiles++
    return
  }

  totals.cars++
  const blocks = verifiedBlocks(car.blocks)
  let previous: CID | undefined
  car.roots.forEach((root) => totals.roots.set(root.toString(), root))

  try {
    for (
      let block = await nextBlock(blocks, previous, signal);
      block != null;
      block = await nextBlock(blocks, previous, signal)
    ) {
      await importBlock(block, options)
      totals.blocks++
      totals.bytes += block.bytes.byteLength
      previous = block.cid
    }
  } finally {
    await blocks.return(undefined)
  }
}

/**
 * Stages slices of the CAR unchanged, because it contains its blocks unchanged. A block that spans two slices is
 * written separately.
 */
function stagedCar (content: BlobContent, { stage, signal }: ImportCarOptions): AsyncIterable<Uint8Array> {
  return stage == null ? content : stagedSlices(content, stage, { signal })
}

async function openCar (content: AsyncIterable<Uint8Array>): Promise<Car | undefined> {
  try {
    return await readCar(content)
  } catch (err) {
    if (isPlainEof(err)) {
      return undefined
    }

    throw err
  }
}

async function nextBlock (
  blocks: AsyncGenerator<Block>,
  previous: CID | undefined,
  signal: AbortSignal
): Promise<Block | undefined> {
  signal.throwIfAborted()

  try {
    const { done, value } = await blocks.next()
    return done === true ? undefined : value as Block
  } catch (err) {
    signal.throwIfAborted()
    throw new ImportError(previous == null ? '' : ` after block ${goQuote(previous.toString())}`, err as Error)
  }
}

async function importBlock (block: Block, { put, allowBigBlock, signal }: ImportCarOptions): Promise<void> {
  const { cid, bytes } = block

  try {
    checkBlockSize(bytes.byteLength, allowBigBlock)
    checkReadable(cid, bytes)
    checkMultihash(cid.multihash)

    if (cid.multihash.code !== HASH.identity) {
      await put(block)
    }
  } catch (err) {
    signal.throwIfAborted()

    // Kubo detects this error when it writes its batch, and does not name the place.
    if (isError(err, HashNotAllowedError)) {
      throw err
    }

    throw new ImportError(` at block ${goQuote(cid.toString())}`, err as Error)
  }
}

/** Refuses a block that cannot be decoded, because it would make every later walk fail. */
function checkReadable (cid: CID, bytes: Uint8Array): void {
  if (cid.code === dagPb.code) {
    decodePbNode(bytes)
  } else if (cid.code !== raw.code) {
    decodeBlock(cid.code, bytes)
  }
}
