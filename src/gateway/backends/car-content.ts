import { CID } from 'multiformats/cid'
import type { BlockReader } from '../../blocks/block-reader.ts'
import { multihashKey } from '../../cid/multihash-key.ts'
import type { Block } from '../../store/blockstore.ts'
import type { ReadOptions } from '../../unixfs/read/read-options.ts'
import type { CarContent, ImmutablePath, PathTarget } from '../backend.ts'
import type { CarParams } from '../formats/car-params.ts'
import { carBlocks } from './car-blocks.ts'
import { pathTarget } from './path-target.ts'
import type { PathTargetOptions } from './path-target.ts'

const IDENTITY = 0x00

/** A CAR should have a root; where a path leads nowhere there is none to name. */
const NO_ROOT = CID.parse('bafkqaaa')

/**
 * The blocks for a CAR of a path (boxo `BlocksBackend.GetCAR`). Where the path ends before its last name the blocks up to
 * there are the proof that there is no such link.
 */
export async function carContent (path: ImmutablePath, params: CarParams, options: PathTargetOptions): Promise<CarContent> {
  const way = new WayRecorder(options.blocks)
  let target: PathTarget

  try {
    target = await pathTarget(path, { ...options, blocks: way })
  } catch (err) {
    if ((err as Error).name !== 'NoLinkError') {
      throw err
    }

    return {
      target: { cid: path.cid, remainder: path.segments, roots: [path.cid] },
      roots: [NO_ROOT],
      blocks: written(way.blocks, params)
    }
  }

  return { target, roots: [target.cid], blocks: written(wayAndContent(way.blocks, target, params, options), params) }
}

/** Reads for path resolution, and remembers what was read: these blocks come first in the CAR. */
class WayRecorder implements BlockReader {
  readonly blocks: Block[] = []
  readonly #reader: BlockReader

  constructor (reader: BlockReader) {
    this.#reader = reader
  }

  get offline (): boolean {
    return this.#reader.offline
  }

  readonly get: BlockReader['get'] = async (cid, options) => {
    const bytes = await this.#reader.get(cid, options)
    this.blocks.push({ cid, bytes })
    return bytes
  }

  readonly getMany: BlockReader['getMany'] = (cids, options) => this.#reader.getMany(cids, options)
  readonly getLots: BlockReader['getLots'] = (cids, options) => this.#reader.getLots(cids, options)
  readonly sizeMany: BlockReader['sizeMany'] = (cids, options) => this.#reader.sizeMany(cids, options)
  readonly has: BlockReader['has'] = async (cid) => await this.#reader.has(cid)
  readonly about: NonNullable<BlockReader['about']> = (root) => { this.#reader.about?.(root) }
  readonly size: BlockReader['size'] = async (cid, options) => await this.#reader.size(cid, options)
}

async function * wayAndContent (way: Block[], target: PathTarget, params: CarParams, options: ReadOptions): AsyncGenerator<Block> {
  yield * way
  yield * carBlocks(target, params, options)
}

/**
 * What goes into the file: no identity CIDs, whose block is in the CID; without duplicates each block once.
 *
 * A first block that is not here is no error, as in Kubo: a CAR without blocks says the same. After that a missing block
 * breaks the stream, so that no client takes a part for the whole.
 */
async function * written (blocks: Iterable<Block> | AsyncIterable<Block>, { duplicates }: CarParams): AsyncGenerator<Block> {
  const seen = new Set<string>()
  let empty = true

  try {
    for await (const block of blocks) {
      const key = multihashKey(block.cid.multihash.bytes)

      if (block.cid.multihash.code !== IDENTITY && (duplicates || !seen.has(key))) {
        seen.add(key)
        empty = false
        yield block
      }
    }
  } catch (err) {
    if (!empty || (err as Error).name !== 'BlockNotFoundError') {
      throw err
    }
  }
}
