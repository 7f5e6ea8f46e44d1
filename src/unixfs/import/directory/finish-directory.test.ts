import * as dagPb from '@ipld/dag-pb'
import { UnixFS } from 'ipfs-unixfs'
import { describe, expect, it } from 'vitest'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import type { Stat } from '../../format/stat.ts'
import { BlockPipeline } from '../pipeline/block-pipeline.ts'
import { CidBuilder } from '../pipeline/cid-builder.ts'
import type { DirectoryEntry } from './directory-entry.ts'
import { finishDirectory } from './finish-directory.ts'
import type { FinishedDirectory } from './finish-directory.ts'
import { DEFAULT_LIMITS } from './limits.ts'
import type { DirectoryLimits } from './limits.ts'

const encoder = new TextEncoder()
const cids = new CidBuilder({ version: 1, hash: 0x12 })

/** Creates entries with names of ten bytes: 46 bytes each by the `links` estimate, 56 in the node. */
async function entries (count: number): Promise<DirectoryEntry[]> {
  return await Promise.all(Array.from({ length: count }, async (_, i) => {
    const name = String(i).padStart(10, '0')
    return { name, nameBytes: encoder.encode(name), cid: await cids.sum(CODEC.raw, encoder.encode(name)), tsize: 10 }
  }))
}

/** Returns the kind and size of the node for `count` entries. */
async function kindOf (
  count: number,
  limits: Partial<DirectoryLimits>,
  stat?: Stat
): Promise<{ kind: 'directory' | 'hamt'; bytes: number }> {
  const blocks: Uint8Array[] = []
  const pipeline = new BlockPipeline((_cid, bytes) => {
    blocks.push(bytes)
  }, cids)
  await finishDirectory(await entries(count), pipeline, { limits: { ...DEFAULT_LIMITS, ...limits }, stat })
  await pipeline.drain()

  const root = blocks[blocks.length - 1]
  const { type } = UnixFS.unmarshal(dagPb.decode(root).Data as Uint8Array)
  return { kind: type === 'directory' ? 'directory' : 'hamt', bytes: root.length }
}

async function finish (entries: DirectoryEntry[], stat?: Stat): Promise<FinishedDirectory> {
  return await finishDirectory(entries, new BlockPipeline(() => {}, new CidBuilder({ version: 0, hash: 0x12 })), {
    limits: DEFAULT_LIMITS,
    stat
  })
}

describe('finishDirectory', () => {
  it('creates the empty directories of Kubo', async () => {
    expect((await finish([])).cid.toString()).toBe('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
    expect((await finish([], { mode: 0o644 })).cid.toString()).toBe('QmUmAV9XDtnigdmW3iRt2KSfmMyutsVKJdzUTUH8ZDkxJV')
    expect((await finish([], { mode: 0o755 })).cid.toString()).toBe('QmRviohgafvCsbkiTgfQFipbuXJ6k1YtoiaQW4quttJPKu')
  })

  it('stores a mode without permission bits as 0', async () => {
    expect((await finish([], { mode: 0o4000 })).tsize).toBe((await finish([])).tsize + 2)
  })

  it('sorts by name', async () => {
    const some = await entries(3)
    expect((await finish([some[2], some[0], some[1]])).names).toEqual(some.map(({ name }) => name))
  })

  it('shards above the threshold of names and CIDs, not at it', async () => {
    expect((await kindOf(10, { threshold: 460 })).kind).toBe('directory')
    expect((await kindOf(10, { threshold: 459 })).kind).toBe('hamt')
  })

  it('shards above the threshold of the node size, not at it', async () => {
    const { bytes } = await kindOf(10, { threshold: 0 })
    expect((await kindOf(10, { threshold: bytes, estimation: 'block' })).kind).toBe('directory')
    expect((await kindOf(10, { threshold: bytes - 1, estimation: 'block' })).kind).toBe('hamt')

    const withStat = await kindOf(10, { threshold: 0 }, { mode: 0o755, mtime: { secs: -1n, nsecs: 1 } })
    expect(
      (await kindOf(10, { threshold: withStat.bytes, estimation: 'block' }, {
        mode: 0o755,
        mtime: { secs: -1n, nsecs: 1 }
      })).kind
    ).toBe('directory')
    expect(
      (await kindOf(10, { threshold: withStat.bytes - 1, estimation: 'block' }, {
        mode: 0o755,
        mtime: { secs: -1n, nsecs: 1 }
      })).kind
    ).toBe('hamt')
  })

  it('shards by the number of links', async () => {
    expect((await kindOf(10, { maxLinks: 10 })).kind).toBe('directory')
    expect((await kindOf(10, { maxLinks: 9 })).kind).toBe('hamt')
    expect((await kindOf(10, { threshold: 1, estimation: 'disabled' })).kind).toBe('directory')
    expect((await kindOf(10, { threshold: 1, estimation: 'disabled', maxLinks: 9 })).kind).toBe('hamt')
  })

  it('never shards with a threshold of 0', async () => {
    expect((await kindOf(10, { threshold: 0, maxLinks: 2 })).kind).toBe('directory')
  })
})
