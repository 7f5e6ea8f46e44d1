import { CID } from 'multiformats/cid'
import { BlockNotFoundError } from '../../blocks/exchange/block-not-found-error.ts'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { multihashKey } from '../../cid/hash/multihash-key.ts'
import { isError } from '../../errors/define-error.ts'
import { NoLinkError } from '../../ipld/data-model/lookup-errors.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import type { ReadOptions } from '../../unixfs/read/sizes/read-options.ts'
import type { CarContent, ImmutablePath, PathTarget } from '../request/backend.ts'
import type { CarParams } from '../request/backend.ts'
import { carBlocks } from './car-blocks.ts'
import { pathTarget } from './path-target.ts'
import type { PathTargetOptions } from './path-target.ts'

/** Root of a CAR for a path that cannot be resolved: a CAR should have one. */
const NO_ROOT = CID.parse('bafkqaaa')

/**
 * Reads the blocks for a CAR of a path (boxo `BlocksBackend.GetCAR`). If the path ends before its last name, the blocks
 * up to there prove that the link does not exist.
 */
export async function carContent (
  path: ImmutablePath,
  params: CarParams,
  options: PathTargetOptions
): Promise<CarContent> {
  const way = new WayRecorder(options.blocks)
  let target: PathTarget

  try {
    target = await pathTarget(path, { ...options, blocks: way })
  } catch (err) {
    if (!isError(err, NoLinkError)) {
      throw err
    }

    return {
      target: { cid: path.cid, remainder: path.segments, roots: [path.cid] },
      roots: [NO_ROOT],
      blocks: blocksToWrite(way.blocks, params)
    }
  }

  return {
    target,
    roots: [target.cid],
    blocks: blocksToWrite(wayAndContent(way.blocks, target, params, options), params)
  }
}

/** Reads blocks for path resolution and records them: they come first in the CAR. */
class WayRecorder implements BlockReader {
  readonly blocks: Block[] = []
  readonly local = {}
  readonly #reader: BlockReader

  constructor (reader: BlockReader) {
    this.#reader = reader
  }

  get offline (): boolean {
    return this.#reader.offline
  }

  get policy (): BlockReader['policy'] {
    return this.#reader.policy
  }

  readonly get: BlockReader['get'] = async (cid, options) => {
    const bytes = await this.#reader.get(cid, options)
    this.blocks.push({ cid, bytes })
    return bytes
  }

  readonly getMany: BlockReader['getMany'] = (cids, options) => this.#reader.getMany(cids, options)
  readonly getBatches: BlockReader['getBatches'] = (cids, options) => this.#reader.getBatches(cids, options)
  readonly sizeMany: BlockReader['sizeMany'] = (cids, options) => this.#reader.sizeMany(cids, options)
  readonly has: BlockReader['has'] = async (cid) => await this.#reader.has(cid)
  readonly about: NonNullable<BlockReader['about']> = (root) => {
    this.#reader.about?.(root)
  }
  readonly size: BlockReader['size'] = async (cid, options) => await this.#reader.size(cid, options)
}

async function* wayAndContent (
  way: Block[],
  target: PathTarget,
  params: CarParams,
  options: ReadOptions
): AsyncGenerator<Block> {
  yield* way
  yield* carBlocks(target, params, options)
}

/**
 * Yields the blocks to write. Skips identity CIDs, because the CID contains the block. Without duplicates yields each
 * block once.
 *
 * If the first block is missing, the CAR has no blocks, as in Kubo. A block that is missing later breaks the stream, so
 * that no client mistakes a part for the whole.
 */
async function* blocksToWrite (
  blocks: Iterable<Block> | AsyncIterable<Block>,
  { duplicates }: CarParams
): AsyncGenerator<Block> {
  const seen = new Set<string>()
  let empty = true

  try {
    for await (const block of blocks) {
      const key = multihashKey(block.cid.multihash.bytes)

      if (block.cid.multihash.code !== HASH.identity && (duplicates || !seen.has(key))) {
        seen.add(key)
        empty = false
        yield block
      }
    }
  } catch (err) {
    if (!empty || !isError(err, BlockNotFoundError)) {
      throw err
    }
  }
}
