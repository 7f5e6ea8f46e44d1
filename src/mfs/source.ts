import type { CID } from 'multiformats/cid'
import { addUint64 } from '../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../bytes/protobuf/uint64.ts'
import { CODEC } from '../cid/codes/multiformat-codes.ts'
import { errorMessage } from '../go/text/error-message.ts'
import { decodePbNode } from '../ipld/dag-pb/decode-pb-node.ts'
import type { DirectoryLink } from '../unixfs/change/directory/directory-link.ts'
import { decodeUnixfsData } from '../unixfs/format/decode-unixfs-data.ts'
import { isInlined } from '../unixfs/import/pipeline/cid-builder.ts'
import type { MfsOptions } from './mfs-options.ts'
import type { Change } from './tree/change.ts'
import type { DirectoryInode } from './tree/inode.ts'
import { lookup } from './tree/lookup.ts'
import { nodeOf } from './tree/nodes.ts'

/** The source of a copy: content, or a path of the tree. */
export type Source = CID | { path: string }

const NOT_UNIXFS = 'cp: source must be a valid UnixFS (dag-pb or raw codec)'

/**
 * Prepares a source. Fetches the root block of content. The change puts it again, because garbage collection may delete
 * it in between.
 *
 * @returns a function that returns the node, to be called within the change
 * @throws an Error with Kubo's message if the content is not UnixFS
 */
export async function sourceNode (
  source: Source,
  options: MfsOptions
): Promise<(root: DirectoryInode, change: Change) => Promise<DirectoryLink>> {
  if ('path' in source) {
    return async (root, change) => {
      try {
        return await nodeOf(await lookup(root, source.path, change), change)
      } catch (err) {
        throw new Error(`cp: cannot get node from path ${source.path}: ${errorMessage(err)}`, { cause: err })
      }
    }
  }

  const bytes = await options.blocks.get(source, options)
  const link = { cid: source, tsize: nodeSize(source, bytes) }

  return async (_, { options: { put } }) => {
    if (!isInlined(source)) {
      await put(source, bytes)
    }

    return link
  }
}

/** Bytes of all blocks of a node. @throws an Error when it is no UnixFS */
function nodeSize (cid: CID, bytes: Uint8Array): Uint64 {
  if (cid.code === CODEC.raw) {
    return bytes.length
  }

  if (cid.code !== CODEC.dagPb) {
    throw new Error(NOT_UNIXFS)
  }

  const { links, data } = decodePbNode(bytes)

  try {
    decodeUnixfsData(data ?? new Uint8Array(0))
  } catch (err) {
    throw new Error(`${NOT_UNIXFS}: ${errorMessage(err)}`, { cause: err })
  }

  return addUint64(bytes.length, links.map(({ tsize = 0 }) => tsize))
}
