import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { HASH } from '../cid/codes/multiformat-codes.ts'
import { CidSet } from '../cid/sets/cid-set.ts'
import { defineError, isError } from '../errors/define-error.ts'
import { errorMessage } from '../go/text/error-message.ts'
import type { IpldNode } from '../ipld/data-model/ipld-node.ts'
import { TraversalError } from '../ipld/data-model/lookup-errors.ts'
import { decodeBlock } from '../ipld/registry/registry.ts'
import type { Block } from '../store/blockstore/blockstore.ts'
import { walkDag } from './walk.ts'

interface ExportOptions {
  blocks: BlockReader
  signal: AbortSignal
  /**
   * Skips blocks that are unavailable or unreadable, with their descendants, and blocks inside of their CIDs (Kubo 0.42
   * `exportPartialCAR`).
   */
  isPartial?: boolean
}

/** A block on the path that is unavailable or unreadable. */
class BrokenBlock extends defineError('BrokenBlock') {
  readonly cid: CID
  readonly fault: Error

  constructor (cid: CID, fault: Error) {
    super(fault.message, { cause: fault })
    this.cid = cid
    this.fault = fault
  }
}

/**
 * Yields the blocks of a DAG in the order of Kubo's `dag/export` (go-car `TraverseV1`): depth-first by the order of
 * links, each CID once. An error names the path to the block, as in go-ipld-prime's traversal.
 */
export async function* exportWalk (root: CID, options: ExportOptions): AsyncGenerator<Block> {
  /** The blocks on the path from the root to the current block. */
  const way: CID[] = []
  const isPartial = options.isPartial === true

  if (!isPartial) {
    options.blocks.expectAll?.(root)
  }

  try {
    for await (
      const { cid, bytes, depth } of walkDag([root], {
        ...options,
        visited: new CidSet({ versions: true }),
        onError: isPartial ? () => {} : throwBroken
      })
    ) {
      way.length = depth
      way.push(cid)

      if (!isPartial || cid.multihash.code !== HASH.identity) {
        yield { cid, bytes: bytes as Uint8Array }
      }
    }
  } catch (err) {
    throw isError(err, BrokenBlock) ? await explainBroken(err as BrokenBlock, way, options) : err
  }
}

function throwBroken (cid: CID, fault: Error): never {
  throw new BrokenBlock(cid, fault)
}

async function explainBroken ({ cid, fault }: BrokenBlock, way: CID[], options: ExportOptions): Promise<Error> {
  if (way.length === 0) {
    return new Error(`root blk load failed: ${errorMessage(fault)}`, { cause: fault })
  }

  const { message } = new TraversalError(await pathTo(cid, way, options), cid, fault)
  return new Error(`walk failed: ${message}`, { cause: fault })
}

/**
 * Returns the fields that lead to a block. They are not recorded during the walk, but looked up in the few blocks of
 * the path.
 */
async function pathTo (target: CID, way: CID[], { blocks, signal }: ExportOptions): Promise<string[]> {
  const nodes = await Promise.all(way.map(async (cid) => decodeBlock(cid.code, await blocks.get(cid, { signal }))))

  // The deepest block with the link counts: the blocks below it are done.
  for (let depth = nodes.length - 1; depth >= 0; depth--) {
    const last = findLink(nodes[depth], target)

    if (last != null) {
      return nodes.slice(0, depth).flatMap((node, i) => findLink(node, way[i + 1]) ?? []).concat(last)
    }
  }

  return []
}

/**
 * Returns the keys and indexes that lead to the first link to this CID. Uses an explicit stack: a block can be nested
 * more deeply than the call stack allows.
 */
function findLink (node: IpldNode | undefined, target: CID): string[] | undefined {
  const open: Array<Iterator<[string | number, IpldNode | undefined]>> = []
  const way: Array<string | number> = []
  let value = node

  for (;;) {
    if (value instanceof Map || Array.isArray(value)) {
      open.push(value.entries())
    } else if (value != null && typeof value === 'object' && !(value instanceof Uint8Array) && target.equals(value)) {
      return way.map(String)
    } else {
      way.pop()
    }

    let next = open.at(-1)?.next()

    while (next?.done === true) {
      open.pop()
      way.pop()
      next = open.at(-1)?.next()
    }

    if (next == null) {
      return undefined
    }

    const [key, item] = next.value
    way.push(key)
    value = item
  }
}
