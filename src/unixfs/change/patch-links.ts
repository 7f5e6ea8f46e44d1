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

export type LinkChange =
  /** @property create - makes directories where there are none on the way */
  | { kind: 'add'; child: CID; create: boolean }
  | { kind: 'remove' }

export interface PatchOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** blocks may be too large for bitswap */
  allowBigBlock: boolean
}

export interface Patched {
  root: CID
  /** what has to be stored for it, from below to above */
  blocks: Block[]
}

interface EditedNode {
  hashing: Hashing
  links: Array<Required<NewPbLink>>
  data: Uint8Array | undefined
}

const EMPTY_NAME = new Uint8Array(0)

/**
 * Changes a link of a dag-pb node, or of one below it, and makes the nodes above anew (boxo
 * `ipld/merkledag/dagutils/utils.go`). It knows names alone and nothing of UnixFS: a sharded directory is not one to
 * it. Stores nothing.
 *
 * @param path - names of links with slashes between; the last is that of the link that is added, in place of those of
 *   that name, or removed
 * @throws an Error with boxo's words for a node that is no dag-pb and a link that is not there; what the reader
 *   throws; that of `checkBlockSize`
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

    const links = sorted(below == null ? others : [...others, { nameBytes, ...below }])
    const bytes = encode(links, node.data)
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
  // a node that is written has all fields of its links
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

/** What a link to a block tells as its size: of dag-pb the block and what its links tell. */
async function sizeBelow (cid: CID, { blocks, signal }: PatchOptions): Promise<Uint64> {
  const bytes = await blocks.get(cid, { signal })
  return cid.code === CODEC.dagPb
    ? addUint64(bytes.length, decodePbNode(bytes).links.map(({ tsize = 0 }) => tsize))
    : bytes.length
}

function sorted<T extends { nameBytes: Uint8Array }> (links: T[]): T[] {
  return links.sort((a, b) => compareBytes(a.nameBytes, b.nameBytes))
}

function encode (links: readonly NewPbLink[], data: Uint8Array | undefined): Uint8Array {
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

/** boxo `merkledag.ErrLinkNotFound` */
class LinkNotFoundError extends defineError('LinkNotFoundError') {
  constructor () {
    super('no link by that name')
  }
}
