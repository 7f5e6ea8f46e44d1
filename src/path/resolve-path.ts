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
  /** Resolves an `/ipns` path to an immutable one and keeps the names below the root. Without it, no name resolves. */
  resolveName?: (path: ContentPath, options: { signal: AbortSignal }) => Promise<ContentPath>
  /** Called after each segment with the block that the path has reached. */
  onSegment?: (cid: CID) => void
}

/** The target of a path. */
export interface ResolvedPath {
  namespace: 'ipfs' | 'ipld'
  /** The last block on the path. */
  cid: CID
  /** Segments within that block, if the path ends inside of it. */
  remainder: string[]
}

/**
 * Resolves a path to the last block on it (boxo `path/resolver`, `ResolveToLastNode`). `/ipfs` resolves the names of
 * UnixFS directories, plain and sharded, and keys and indexes of other codecs. `/ipld` resolves the fields of dag-pb
 * nodes. Reads the last block only if the path ends inside it. Reads nothing for a path without names.
 *
 * @throws NoLinkError, LookupError, NameNotResolvedError, an error named BlockNotFoundError (at once if the reader is
 *   offline, where Kubo would wait), or a decoding error
 * @example const { cid } = await resolvePath(parsePathOrCid(text), { blocks, signal })
 */
export async function resolvePath (path: ContentPath, options: ResolveOptions): Promise<ResolvedPath> {
  const { namespace, cid: root, segments } = await toImmutable(path, options)
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
        node = await followPath(namespace, cid, segments.slice(0, i + 1), options)
      }
    } else {
      node = found.node
      remainder.push(segment)
      options.onSegment?.(cid)
    }
  }

  return { namespace, cid, remainder }
}

/** Returns `/namespace/cid/remainder…`, with the root encoded by `encode` (`cid-base`). */
export function resolvedPathText ({ namespace, cid, remainder }: ResolvedPath, encode: (cid: CID) => string): string {
  return ['', namespace, encode(cid), ...remainder].join('/')
}

async function toImmutable (
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

/**
 * Resolves a segment. The error states the problem of the last segment only; for earlier ones boxo only reports a
 * missing link.
 */
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

async function followPath (
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
