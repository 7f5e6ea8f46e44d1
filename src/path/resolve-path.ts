import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { isError } from '../errors/define-error.ts'
import { LookupError, NoLinkError, TraversalError } from '../ipld/data-model/lookup-errors.ts'
import { parsePath } from './content-path.ts'
import type { ContentPath } from './content-path.ts'
import { NameNotResolvedError } from './name-not-resolved-error.ts'
import { pathNode } from './path-node.ts'
import type { Found, PathNode } from './path-node.ts'

export interface ResolveOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** turns an `/ipns` path into an immutable one, the names below the root kept; without it no name resolves */
  resolveName?: (path: ContentPath, options: { signal: AbortSignal }) => Promise<ContentPath>
  /** hears of the block that the path has led to after each segment */
  onSegment?: (cid: CID) => void
}

/** Where a path leads. */
export interface ResolvedPath {
  namespace: 'ipfs' | 'ipld'
  /** the last block on the way */
  cid: CID
  /** segments within that block, where the path ends inside of it */
  remainder: string[]
}

/**
 * Follows a path to the last block on its way (boxo `path/resolver`, `ResolveToLastNode`). `/ipfs` goes by the names of
 * UnixFS directories, plain and sharded, and by keys and indexes of other codecs; `/ipld` by the fields of dag-pb
 * nodes. The last block itself is read only when the path ends inside it. A path without names reads nothing.
 *
 * @throws NoLinkError, LookupError, NameNotResolvedError, an error named BlockNotFoundError (at once when the reader is
 *   offline; where Kubo would wait), or one of decoding
 * @example
 *   const { cid } = await resolvePath(parsePathOrCid(text), { blocks, signal })
 */
export async function resolvePath (path: ContentPath, options: ResolveOptions): Promise<ResolvedPath> {
  const { namespace, cid: root, segments } = await immutable(path, options)
  let cid = root
  let remainder: string[] = []
  options.blocks.about?.(root)

  if (segments.length === 0) {
    return { namespace, cid, remainder }
  }

  let node = pathNode(namespace, cid, await options.blocks.get(cid, options))

  for (const [i, segment] of segments.entries()) {
    const found = await findSegment(node, segment, cid, i === segments.length - 1, options)

    if ('link' in found) {
      cid = found.link
      remainder = []
      options.onSegment?.(cid)

      if (i < segments.length - 1) {
        node = await follow(namespace, cid, segments.slice(0, i + 1), options)
      }
    } else {
      node = found.node
      remainder.push(segment)
      options.onSegment?.(cid)
    }
  }

  return { namespace, cid, remainder }
}

/** `/namespace/cid/remainder…`, the root written by `encode` (`cid-base`). */
export function resolvedPathText ({ namespace, cid, remainder }: ResolvedPath, encode: (cid: CID) => string): string {
  return ['', namespace, encode(cid), ...remainder].join('/')
}

async function immutable (
  path: ContentPath,
  options: ResolveOptions
): Promise<{ namespace: 'ipfs' | 'ipld'; cid: CID; segments: string[] }> {
  const target = path.namespace === 'ipns' ? await options.resolveName?.(path, options) : path

  if (target == null || target.namespace === 'ipns') {
    throw new NameNotResolvedError()
  }

  return {
    namespace: target.namespace,
    cid: target.cid ?? parsePath(target.text).cid as CID,
    segments: target.segments
  }
}

/** The error names the problem of the last segment only; for earlier ones boxo only knows that the link is missing. */
async function findSegment (
  node: PathNode,
  segment: string,
  cid: CID,
  last: boolean,
  options: ResolveOptions
): Promise<NonNullable<Found>> {
  let found: Found

  try {
    found = await node.find(segment, options)
  } catch (err) {
    if (last || !isError(err, LookupError)) {
      throw err
    }
  }

  if (found == null) {
    throw new NoLinkError(segment, cid)
  }

  return found
}

async function follow (
  namespace: 'ipfs' | 'ipld',
  cid: CID,
  path: string[],
  options: ResolveOptions
): Promise<PathNode> {
  try {
    return pathNode(namespace, cid, await options.blocks.get(cid, options))
  } catch (err) {
    if (options.signal.aborted) {
      throw err
    }

    throw new TraversalError(path, cid, err as Error)
  }
}
