import type { CID } from 'multiformats/cid'
import { CODEC } from '../cid/codes/multiformat-codes.ts'
import { typedPbNode } from '../ipld/dag-pb/dag-pb.ts'
import { hotPbNode } from '../ipld/dag-pb/hot-pb-node.ts'
import type { PbNode } from '../ipld/dag-pb/pb-node.ts'
import { nodeKind } from '../ipld/data-model/ipld-node.ts'
import type { IpldNode } from '../ipld/data-model/ipld-node.ts'
import { LookupError } from '../ipld/data-model/lookup-errors.ts'
import { lookupSegment } from '../ipld/registry/lookup-segment.ts'
import type { TypeNames } from '../ipld/registry/lookup-segment.ts'
import { decodeBlock } from '../ipld/registry/registry.ts'
import { decodeUnixfsData } from '../unixfs/format/decode-unixfs-data.ts'
import { UNIXFS_TYPE } from '../unixfs/format/unixfs-data.ts'
import type { UnixfsData } from '../unixfs/format/unixfs-data.ts'
import { lookup } from '../unixfs/read/directory/lookup.ts'
import type { ReadOptions } from '../unixfs/read/sizes/read-options.ts'

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
