import type { CID } from 'multiformats/cid'
import { varintLength } from '../../../bytes/protobuf/varint.ts'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { compareStrings } from '../../../go/text/compare-strings.ts'
import { pbLinkLength } from '../../../ipld/dag-pb/encode-pb-node.ts'
import { unixfsDataLength } from '../../format/encode-unixfs-data.ts'
import { encodeUnixfsNode } from '../../format/encode-unixfs-node.ts'
import { hasStat, unixMode } from '../../format/stat.ts'
import type { Stat } from '../../format/stat.ts'
import { UNIXFS_TYPE } from '../../format/unixfs-data.ts'
import type { NewUnixfsData } from '../../format/unixfs-data.ts'
import type { BlockPipeline } from '../pipeline/block-pipeline.ts'
import type { DirectoryEntry } from './directory-entry.ts'
import { buildHamt } from './hamt.ts'
import { hamtFanout } from './limits.ts'
import type { DirectoryLimits } from './limits.ts'

export interface FinishedDirectory {
  cid: CID
  tsize: number
  /** the names in the order of Kubo's listing */
  names: string[]
  /** the entries in the order of a listing of the blocks */
  listed: DirectoryEntry[]
  sharded: boolean
}

/**
 * Creates the node of a directory, or the nodes of a HAMT if it is large (boxo `ipld/unixfs/io/directory.go`). boxo
 * decides at each added entry. Deciding once at the end is equivalent, since the estimate only grows.
 */
export async function finishDirectory (
  entries: DirectoryEntry[],
  pipeline: BlockPipeline,
  options: { limits: DirectoryLimits; stat?: Stat }
): Promise<FinishedDirectory> {
  const { limits } = options
  const stat = directoryStat(options.stat)
  const data: NewUnixfsData = { type: UNIXFS_TYPE.directory, ...stat }

  if (isLarge(entries, data, limits)) {
    return { ...await buildHamt(entries, pipeline, { fanout: hamtFanout(limits.fanout), stat }), sharded: true }
  }

  entries.sort((a, b) => compareStrings(a.name, b.name))
  const block = encodeUnixfsNode(entries, data)
  await pipeline.room(block.length)

  return {
    cid: await pipeline.add(CODEC.dagPb, block),
    tsize: entries.reduce((total, { tsize }) => total + tsize, block.length),
    names: entries.map(({ name }) => name),
    listed: entries,
    sharded: false
  }
}

function isLarge (
  entries: readonly DirectoryEntry[],
  data: NewUnixfsData,
  { maxLinks, threshold, estimation }: DirectoryLimits
): boolean {
  if (threshold === 0) {
    return false
  }

  if (maxLinks > 0 && entries.length > maxLinks) {
    return true
  }

  return estimation !== 'disabled' && estimateSize(entries, data, estimation) > threshold
}

function estimateSize (entries: readonly DirectoryEntry[], data: NewUnixfsData, estimation: 'links' | 'block'): number {
  if (estimation === 'links') {
    return entries.reduce((total, { nameBytes, cid }) => total + nameBytes.length + cid.bytes.length, 0)
  }

  const dataLength = unixfsDataLength(data)
  return entries.reduce((total, entry) => total + pbLinkLength(entry), 1 + varintLength(dataLength) + dataLength)
}

/**
 * Returns the metadata to encode. A directory stores a mode without permission bits as 0, unlike a file (boxo
 * `unixfs.go`, `pbDataAddStat`).
 */
function directoryStat (stat: Stat | undefined): Pick<NewUnixfsData, 'mode' | 'mtime'> | undefined {
  return hasStat(stat) ? { mode: stat.mode === 0 ? undefined : unixMode(stat.mode), mtime: stat.mtime } : undefined
}
