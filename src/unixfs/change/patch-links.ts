import type { CID } from 'multiformats/cid'
import { checkBlockSize } from '../../blocks/local/block-size.ts'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { addUint64 } from '../../bytes/protobuf/uint64.ts'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import { defineError } from '../../errors/define-error.ts'
import { compareBytes, encodeUtf8 } from '../../go/text/utf8.ts'
import { decodePbNode } from '../../ipld/dag-pb/decode-pb-node.ts'
import { encodePbNode } from '../../ipld/dag-pb/encode-pb-node.ts'
import type { NewPbLink } from '../../ipld/dag-pb/encode-pb-node.ts'
import type { Block } from '../../store/blockstore/blockstore.ts'
import { unixfsDataLength, writeUnixfsData } from '../format/encode-unixfs-data.ts'
import { UNIXFS_TYPE } from '../format/unixfs-data.ts'
import { isInlined } from '../import/pipeline/cid-builder.ts'
import { CID_V0, cidBuilder, hashingOf } from './hashing.ts'
import type { Hashing } from './hashing.ts'
import { sortByName } from './sort-by-name.ts'

export type LinkChange =
  /** @property create - whether to create missing directories on the path */
  | { kind: 'add'; child: CID; create: boolean }
  | { kind: 'remove' }

export interface PatchOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** whether blocks may exceed the bitswap limit */
  allowBigBlock: boolean
  /** Throws for a root that must not be changed. */
  checkRoot?: (data: Uint8Array | undefined) => void
}

export interface Patched {
  root: CID
  /** the blocks to store, from the leaves to the root */
  blocks: Block[]
}

interface EditedNode {
  hashing: Hashing
  links: Array<Required<NewPbLink>>
  data: Uint8Array | undefined
}

const EMPTY_NAME = new Uint8Array(0)

/**
 * Changes a link of a dag-pb node or of one of its descendants, and rebuilds the nodes above (boxo
 * `ipld/merkledag/dagutils/utils.go`). It works on link names and ignores UnixFS, so it does not support sharded
 * directories. Stores nothing.
 *
 * @param path - link names separated by slashes. The last one is the link to remove, or to add in place of existing
 *   links of that name.
 * @throws an Error with boxo's message if a node is not dag-pb or a link does not exist; the errors of the reader and
 *   of `checkBlockSize`
 */
export async function patchLinks (
  root: CID,
  path: string,
  change: LinkChange,
  options: PatchOptions
): Promise<Patched> {
  const names = path.split('/')
  const create = change.kind === 'add' && change.create
  const added = change.kind === 'add' ? { cid: change.child, tsize: await sizeBelow(change.child, options) } : undefined
  const nodes = [await readEditedNode(root, options)]
  options.checkRoot?.(nodes[0].data)

  for (const name of names.slice(0, -1)) {
    nodes.push(await childOf(nodes[nodes.length - 1], name, create, options))
  }

  if (added != null && names[names.length - 1] === '') {
    throw new Error('cannot create link with no name')
  }

  const blocks: Block[] = []
  let below = added

  for (const [i, node] of [...nodes.entries()].reverse()) {
    const nameBytes = encodeUtf8(names[i])
    const others = node.links.filter((link) => compareBytes(link.nameBytes, nameBytes) !== 0)

    if (below == null && others.length === node.links.length) {
      throw new LinkNotFoundError()
    }

    const links = sortByName(below == null ? others : [...others, { nameBytes, ...below }])
    const bytes = encodeLinks(links, node.data)
    checkBlockSize(bytes.length, options.allowBigBlock)
    const cid = await cidBuilder(node.hashing).sum(CODEC.dagPb, bytes)

    if (!isInlined(cid)) {
      blocks.push({ cid, bytes })
    }

    below = { cid, tsize: addUint64(bytes.length, links.map(({ tsize = 0 }) => tsize)) }
  }

  return { root: (below as { cid: CID }).cid, blocks }
}

async function readEditedNode (cid: CID, { blocks, signal }: PatchOptions): Promise<EditedNode> {
  const bytes = await blocks.get(cid, { signal })

  if (cid.code !== CODEC.dagPb) {
    throw new Error('expected protobuf dag node')
  }

  const { links, data } = decodePbNode(bytes)
  // an encoded node has all fields of its links
  return {
    hashing: hashingOf(cid),
    links: links.map(({ cid, nameBytes = EMPTY_NAME, tsize = 0 }) => ({ cid, nameBytes, tsize })),
    data
  }
}

async function childOf (
  { links }: EditedNode,
  name: string,
  create: boolean,
  options: PatchOptions
): Promise<EditedNode> {
  const nameBytes = encodeUtf8(name)
  const link = links.find((link) => compareBytes(link.nameBytes, nameBytes) === 0)

  if (link != null) {
    return await readEditedNode(link.cid, options)
  }

  if (!create) {
    throw new LinkNotFoundError()
  }

  return { hashing: CID_V0, links: [], data: emptyDirectory() }
}

function emptyDirectory (): Uint8Array {
  const message = { type: UNIXFS_TYPE.directory }
  const out = new Uint8Array(unixfsDataLength(message))
  writeUnixfsData(out, 0, message)
  return out
}

/** Returns the size of a link to a block. For dag-pb, adds the declared sizes of its links to that of the block. */
async function sizeBelow (cid: CID, { blocks, signal }: PatchOptions): Promise<Uint64> {
  const bytes = await blocks.get(cid, { signal })
  return cid.code === CODEC.dagPb
    ? addUint64(bytes.length, decodePbNode(bytes).links.map(({ tsize = 0 }) => tsize))
    : bytes.length
}

function encodeLinks (links: readonly NewPbLink[], data: Uint8Array | undefined): Uint8Array {
  return encodePbNode(
    links,
    data == null ? undefined : {
      length: data.length,
      write: (out, at) => {
        out.set(data, at)
      }
    }
  )
}

/** A link that does not exist (boxo `merkledag.ErrLinkNotFound`). */
class LinkNotFoundError extends defineError('LinkNotFoundError') {
  constructor () {
    super('no link by that name')
  }
}
