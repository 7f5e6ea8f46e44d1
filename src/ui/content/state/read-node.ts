import { call } from '../../../client/index.ts'
import { askNode } from '../../client/ask-node.ts'
import { readEntries } from '../../folder/state/read-entries.ts'
import { isAbort } from '../../lib/text/plain-error.ts'
import { blockLinks } from '../lib/block-link.ts'
import type { BlockLink } from '../lib/block-link.ts'
import { nodeKind } from '../lib/node-kind.ts'
import type { NodeKind } from '../lib/node-kind.ts'
import { unixfsType } from '../lib/unixfs-type.ts'

/** The block at a content path. */
export interface ExploredNode {
  cid: string
  /** part of the path inside the block, such as `/a/b`; empty for the whole block */
  rest: string
  version: string
  base: string
  codec: string
  hash: string
  digestBytes: number
  kind: NodeKind
  blockBytes: number
  /** bytes of a file */
  size?: number
  /** total bytes of its DAG, as stated by the block */
  wholeBytes?: number
  links: readonly BlockLink[]
}

interface ReadNodeOptions {
  /** whether the network is not used */
  offline: boolean
  signal: AbortSignal
}

interface Pb {
  Data?: { '/': { bytes: string } }
}

/** Size limit of parsed blocks: larger ones would block the page. */
const MAX_PARSED_BYTES = 256 * 1024

/** The coarser types of `files/stat`. */
const OF_STAT = { file: 'file', directory: 'directory' } as const

const FORMAT = '%V %b %c %h %L'

/**
 * Reads the block at a content path, with its links.
 *
 * @throws RpcError if it does not exist, or cannot be fetched
 */
export async function readNode (path: string, { offline, signal }: ReadNodeOptions): Promise<ExploredNode> {
  const options = { offline: offline || undefined }
  const { Cid: { '/': cid }, RemPath: rest } = await askNode<{ Cid: { '/': string }; RemPath: string }>('dag/resolve', {
    args: [path],
    options,
    signal
  })
  const { Formatted } = await askNode<{ Formatted: string }>('cid/format', {
    args: [cid],
    options: { f: FORMAT },
    signal
  })
  const [version, base, codec, hash, digestBytes] = Formatted.split(' ')
  const about = { cid, rest, version, base, codec, hash, digestBytes: Number(digestBytes) }

  if (codec === 'libp2p-key') {
    return { ...about, kind: 'name', blockBytes: 0, links: [] }
  }

  const { Size: blockBytes } = await askNode<{ Size: number }>('block/stat', { args: [cid], options, signal })

  if (codec === 'raw') {
    return { ...about, kind: 'bytes', blockBytes, size: blockBytes, wholeBytes: blockBytes, links: [] }
  }

  const value = blockBytes > MAX_PARSED_BYTES ? undefined : await valueAt(cid + rest, signal)
  const type = codec === 'dag-pb' ? unixfsType((value as Pb | undefined)?.Data?.['/'].bytes ?? '') : undefined
  const isLarge = blockBytes > MAX_PARSED_BYTES
  const { Type, ...sizes } = codec === 'dag-pb' && (isLarge || type != null) ? await unixfsStat(cid, signal) : {}
  const kind = value == null && !isLarge ? 'block' : nodeKind(codec, type ?? (Type == null ? undefined : OF_STAT[Type]))
  const isListed = isLarge || kind === 'shards'

  return {
    ...about,
    kind,
    blockBytes,
    ...sizes,
    links: isListed ? await entriesOf(cid, signal) : blockLinks(value, codec)
  }
}

/** Returns the value of a local block; undefined if the node cannot decode its codec. */
async function valueAt (path: string, signal: AbortSignal): Promise<unknown> {
  try {
    return await (await call('dag/get', { args: [path], options: { offline: true }, files: [], signal })).json()
  } catch (err) {
    if (isAbort(err)) {
      throw err
    }
    return undefined
  }
}

async function unixfsStat (
  cid: string,
  signal: AbortSignal
): Promise<{ Type?: keyof typeof OF_STAT; size?: number; wholeBytes?: number }> {
  try {
    const { Size, CumulativeSize, Type } = await askNode<
      { Size: number; CumulativeSize: number; Type: keyof typeof OF_STAT }
    >('files/stat', { args: [`/ipfs/${cid}`], options: { offline: true }, signal })
    return { Type, size: Type === 'file' ? Size : undefined, wholeBytes: CumulativeSize }
  } catch (err) {
    if (isAbort(err)) {
      throw err
    }
    return {}
  }
}

async function entriesOf (cid: string, signal: AbortSignal): Promise<BlockLink[]> {
  const { entries } = await readEntries(cid, { signal })
  return entries.map(({ name, cid, size }) => ({ name, cid, size }))
}
