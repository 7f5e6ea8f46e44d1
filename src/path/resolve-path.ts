import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../blocks/reader/block-reader.ts'
import { RecentMap } from '../bytes/recent-map.ts'
import { CODEC } from '../cid/codes/multiformat-codes.ts'
import { isError } from '../errors/define-error.ts'
import { decodeUtf8 } from '../go/text/utf8.ts'
import { percentDecode } from '../go/url/query.ts'
import { typedPbNode } from '../ipld/dag-pb/dag-pb.ts'
import { hotPbNode } from '../ipld/dag-pb/hot-pb-node.ts'
import type { PbNode } from '../ipld/dag-pb/pb-node.ts'
import { nodeKind } from '../ipld/data-model/ipld-node.ts'
import type { IpldNode } from '../ipld/data-model/ipld-node.ts'
import { LookupError, NoLinkError, TraversalError } from '../ipld/data-model/lookup-errors.ts'
import { lookupSegment } from '../ipld/registry/lookup-segment.ts'
import type { TypeNames } from '../ipld/registry/lookup-segment.ts'
import { decodeBlock } from '../ipld/registry/registry.ts'
import { decodeUnixfsData } from '../unixfs/format/decode-unixfs-data.ts'
import { UNIXFS_TYPE } from '../unixfs/format/unixfs-data.ts'
import type { UnixfsData } from '../unixfs/format/unixfs-data.ts'
import { lookup } from '../unixfs/read/directory/lookup.ts'
import type { ReadOptions } from '../unixfs/read/sizes/read-options.ts'
import { parsePath } from './content-path.ts'
import type { ContentPath } from './content-path.ts'
import { NameNotResolvedError } from './name-not-resolved-error.ts'

export interface ResolveOptions extends ReadOptions {
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
 * nodes. Reads the last block only if the path ends inside it. Reads nothing for a path without names. Denylists apply
 * to the path itself, and to the rest of it below each block that it reaches.
 *
 * @throws ContentBlockedError if a denylist blocks the path
 * @throws NoLinkError, LookupError, NameNotResolvedError, an error named BlockNotFoundError (at once if the reader is
 *   offline, where Kubo would wait), or a decoding error
 * @example const { cid } = await resolvePath(parsePathOrCid(text), { blocks, signal })
 */
export async function resolvePath (path: ContentPath, options: ResolveOptions): Promise<ResolvedPath> {
  const { policy } = options.blocks
  policy?.checkPath(path)
  const { namespace, cid: root, segments } = await toImmutable(path, options)
  let cid = root
  checkReached(policy, namespace, root, segments)
  let remainder: string[] = []
  options.blocks.about?.(root)

  if (segments.length === 0) {
    return { namespace, cid, remainder }
  }

  let node = pathNode(namespace, cid, await options.blocks.get(cid, options))
  const order = namedEntries.get(root.toString())

  for (const [i, segment] of segments.entries()) {
    const found = await findSegment(node, segment, cid, i === segments.length - 1, { ...options, order })

    if ('link' in found) {
      cid = found.link
      remainder = []
      checkReached(policy, namespace, cid, segments.slice(i + 1))
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

/**
 * Checks a block on a path, and the rest of the path below it. The error for the last block names its CID, as Kubo's.
 *
 * @throws ContentBlockedError
 */
function checkReached (
  policy: BlockReader['policy'],
  namespace: 'ipfs' | 'ipld',
  cid: CID,
  segments: readonly string[]
): void {
  if (segments.length === 0) {
    policy?.checkBlock(cid)
  } else if (policy?.rules != null) {
    policy.checkPath({ namespace, root: cid.toString(), segments })
  }
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

/**
 * The target of a segment: a link to another block, a value within the same block, or undefined if it does not exist.
 */
export type Found = { link: CID } | { node: PathNode } | undefined

/** A node on a path. */
export interface PathNode {
  /**
   * Looks up a segment.
   *
   * @throws LookupError if the segment is invalid in this node
   */
  find: (segment: string, options: ReadOptions) => Promise<Found> | Found
}

/**
 * Creates the path node of a block.
 *
 * @param namespace - `ipfs` resolves names of UnixFS in dag-pb, `ipld` the fields of the node (`Links/0/Hash`)
 * @throws an Error if the bytes do not match the CID's codec
 */
export function pathNode (namespace: 'ipfs' | 'ipld', cid: CID, bytes: Uint8Array): PathNode {
  if (cid.code !== CODEC.dagPb) {
    return valueNode(decodeBlock(cid.code, bytes))
  }

  return namespace === 'ipfs' ? unixfsNode(hotPbNode(bytes)) : valueNode(typedPbNode(bytes), DAG_PB_TYPES)
}

/** Names of the types of go-codec-dagpb. */
const DAG_PB_TYPES: TypeNames = {
  list: 'dagpb.PBLinks',
  bytes: 'dagpb.Bytes',
  string: 'dagpb.String',
  int: 'dagpb.Int',
  absent: 'absent'
}

function valueNode (node: IpldNode | undefined, typeNames?: TypeNames): PathNode {
  return {
    find (segment) {
      const found = lookupSegment(node, segment, typeNames)

      if (found == null) {
        return undefined
      }

      return nodeKind(found.value) === 'link'
        ? { link: found.value as CID }
        : { node: valueNode(found.value, typeNames) }
    }
  }
}

/** Follows go-unixfsnode's `Reify`: in a node without UnixFS data, the path is resolved by link names. */
function unixfsNode (node: PbNode): PathNode {
  const data = tryDecode(node)

  switch (data?.type) {
    case UNIXFS_TYPE.raw:
    case UNIXFS_TYPE.file:
      return fileNode(node, data)
    case undefined:
    case UNIXFS_TYPE.directory:
    case UNIXFS_TYPE.hamtShard:
    case UNIXFS_TYPE.symlink:
    case UNIXFS_TYPE.metadata:
      return {
        async find (segment, options) {
          const link = await lookup(node, data, segment, options)
          return link == null ? undefined : { link }
        }
      }
    default:
      throw new Error('no reification for this UnixFS node type')
  }
}

/**
 * Decodes the UnixFS data of a node.
 *
 * @returns undefined for a node that is not UnixFS; its links still count as names
 */
function tryDecode (node: PbNode): UnixfsData | undefined {
  try {
    return node.data == null ? undefined : decodeUnixfsData(node.data)
  } catch {
    return undefined
  }
}

function fileNode (node: PbNode, { data }: UnixfsData): PathNode {
  return {
    find () {
      throw node.links.length > 0
        ? LookupError.bigFile()
        : LookupError.wrongKind(data == null ? 'bytes' : 'data.Bytes', 'bytes')
    }
  }
}

/** Number of contents whose last page is remembered. */
const MAX_NAMED_ROOTS = 16

/** Number of names that one page adds. */
const MAX_NAMES = 1024

/** A relative URL in an attribute that loads something; its last segment is captured. */
const LOADED = /\s(?:src|href)\s*=\s*["']?(?:[^"'\s>?#:]*\/)?([^"'\s>?#:/]+)/gi

/** The names that the page which was shown last of a content loads, by its root. */
const namedEntries = new RecentMap<string, readonly string[]>({ max: MAX_NAMED_ROOTS })

/**
 * Remembers the names of the files that a page loads, in order: a browser asks for them next.
 *
 * @param root - CID of the content, as text
 * @param html - the page in UTF-8
 */
export function rememberNamedEntries (root: string, html: Uint8Array): void {
  const names = new Set<string>()

  for (const [, name] of decodeUtf8(html).matchAll(LOADED)) {
    names.add(percentDecode(name) ?? name)

    if (names.size === MAX_NAMES) {
      break
    }
  }

  namedEntries.set(root, [...names])
}
