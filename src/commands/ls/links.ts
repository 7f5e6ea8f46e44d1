import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { CODEC } from '../../cid/codes/multiformat-codes.ts'
import type { CidEncoder } from '../../cid/text/cid-encoder.ts'
import { decodeUtf8 } from '../../go/text/utf8.ts'
import { goTime } from '../../go/time/format-time.ts'
import { pbData } from '../../ipld/dag-pb/decode-pb-data.ts'
import { decodePbNode } from '../../ipld/dag-pb/decode-pb-node.ts'
import { linkTo } from '../../ipld/dag-pb/pb-node.ts'
import { linksOf } from '../../ipld/registry/links.ts'
import { decodeUnixfsData, unixfsSize } from '../../unixfs/format/decode-unixfs-data.ts'
import { fileMode } from '../../unixfs/format/file-mode.ts'
import { hasWrongSizes } from '../../unixfs/format/has-wrong-sizes.ts'
import { UNIXFS_TYPE } from '../../unixfs/format/unixfs-data.ts'
import { decodeUnixfsNode } from '../../unixfs/format/unixfs-node.ts'
import { isFact, readEntryMetadata } from '../../unixfs/read/directory/entry-metadata.ts'
import type { EntryMetadata } from '../../unixfs/read/directory/entry-metadata.ts'
import { directoryBatches } from '../../unixfs/read/directory/list-directory.ts'
import type { LinkedEntry } from '../../unixfs/read/directory/list-directory.ts'
import { asFile } from '../../unixfs/read/sizes/as-file.ts'
import { TrueSizes } from '../../unixfs/read/sizes/true-sizes.ts'

/** One entry, in the field order of the wire (Kubo `core/commands/ls.go`, `LsLink`). */
export interface LsLink {
  Name: string
  Hash: string
  /** a bigint above 2^53 */
  Size: number | bigint
  Type: number
  Target: string
  Mode: number
  ModTime: string
}

export interface LsOutput {
  Objects: Array<{ Hash: string; Links: LsLink[] }>
}

export interface LsOptions {
  /** whether to read the blocks of the entries; otherwise only names and CIDs are known, except for raw ones */
  resolve: boolean
  blocks: BlockReader
  signal: AbortSignal
  cids: CidEncoder
}

/**
 * Yields the entries of a directory, or the links of any other node, in the order in which they are found, in batches.
 */
export async function* lsLinks (cid: CID, options: LsOptions): AsyncGenerator<LsLink[]> {
  const { resolve, blocks, signal, cids } = options
  const batches = entriesOf(cid, await blocks.get(cid, options), options)

  for await (
    const { entries, metadata: looks } of readEntryMetadata(batches, {
      blocks,
      signal,
      wants: (code) => resolve && code === CODEC.dagPb
    })
  ) {
    const sizes = await trueSizes(entries, looks, options)
    yield entries.map((entry, i) => ({ ...listedLink(entry, looks[i], cids), ...sizes[i] }))
  }
}

/**
 * Returns the true sizes of files with wrong sizes in their roots, by the index of the entry. If a block is missing,
 * the recorded size is used.
 */
async function trueSizes (
  entries: readonly LinkedEntry[],
  looks: readonly EntryMetadata[],
  options: LsOptions
): Promise<Array<Pick<LsLink, 'Size'> | undefined>> {
  const sizes: Array<Pick<LsLink, 'Size'>> = []

  for (const [i, look] of looks.entries()) {
    if (look instanceof Uint8Array && isWrong(look)) {
      try {
        sizes[i] = { Size: await new TrueSizes(options).of(asFile(decodeUnixfsNode(entries[i].link.cid, look))) }
      } catch {
        options.signal.throwIfAborted()
      }
    }
  }

  return sizes
}

function isWrong (bytes: Uint8Array): boolean {
  const { links, data } = decodePbNode(bytes)
  return data != null && hasWrongSizes(decodeUnixfsData(data), links.length)
}

async function* entriesOf (cid: CID, bytes: Uint8Array, options: LsOptions): AsyncGenerator<LinkedEntry[]> {
  if (cid.code !== CODEC.dagPb) {
    yield linksOf(cid, bytes).map((cid) => ({ name: '', link: linkTo(cid) }))
    return
  }

  const { type } = decodeUnixfsData(pbData(bytes) ?? new Uint8Array(0))

  if (type === UNIXFS_TYPE.directory || type === UNIXFS_TYPE.hamtShard) {
    const node = decodeUnixfsNode(cid, bytes)

    if (node.kind === 'directory') {
      yield* directoryBatches(node, options)
    }
  } else {
    yield decodePbNode(bytes).links.map((link) => ({ name: link.name, link }))
  }
}

const NO_TIME = goTime(undefined)

const SHOWN_TYPES: Record<number | 'raw', number | undefined> = {
  raw: undefined,
  [UNIXFS_TYPE.file]: UNIXFS_TYPE.file,
  [UNIXFS_TYPE.raw]: UNIXFS_TYPE.file,
  [UNIXFS_TYPE.directory]: UNIXFS_TYPE.directory,
  [UNIXFS_TYPE.hamtShard]: UNIXFS_TYPE.directory,
  [UNIXFS_TYPE.metadata]: UNIXFS_TYPE.directory,
  [UNIXFS_TYPE.symlink]: UNIXFS_TYPE.symlink
}

function listedLink (
  { name, link: { cidBytes, code, tsize = 0 } }: LinkedEntry,
  look: EntryMetadata,
  cids: CidEncoder
): LsLink {
  const data = look == null || isFact(look) ? undefined : decodeUnixfsData(pbData(look) ?? new Uint8Array(0))
  const isRaw = code === CODEC.raw
  const { type, size } = look != null && isFact(look)
    ? look
    : { type: data?.type, size: data == null || isRaw ? 0 : unixfsSize(data) }

  return {
    Name: name,
    Hash: cids.encode({ bytes: cidBytes }),
    Size: isRaw ? tsize : size,
    Type: shownType(isRaw ? UNIXFS_TYPE.file : type),
    Target: data?.type === UNIXFS_TYPE.symlink ? decodeUtf8(data.data ?? new Uint8Array(0)) : '',
    Mode: data == null ? 0 : fileMode(data),
    ModTime: data == null ? NO_TIME : goTime(data.mtime)
  }
}

function shownType (type: number | 'raw' | undefined): number {
  return type == null ? 0 : SHOWN_TYPES[type] ?? 0
}
