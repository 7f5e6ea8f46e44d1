import * as dagPb from '@ipld/dag-pb'
import { UnixFS } from 'ipfs-unixfs'
import type { CID } from 'multiformats/cid'
import { describe, expect, it } from 'vitest'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { BlockPipeline } from '../pipeline/block-pipeline.ts'
import { CidBuilder } from '../pipeline/cid-builder.ts'
import type { DirectoryEntry } from './directory-entry.ts'
import { buildHamt } from './hamt.ts'

const encoder = new TextEncoder()
const cids = new CidBuilder({ version: 1, hash: 0x12 })

async function entries (count: number, name: (i: number) => string): Promise<DirectoryEntry[]> {
  return await Promise.all(Array.from({ length: count }, async (_, i) => {
    const bytes = encoder.encode(String(i))
    return {
      name: name(i),
      nameBytes: encoder.encode(name(i)),
      cid: await cids.sum(CODEC.raw, bytes),
      tsize: bytes.length
    }
  }))
}

async function build (
  entries: DirectoryEntry[],
  fanout: number
): Promise<{ cid: CID; tsize: number; names: string[]; blocks: Map<string, Uint8Array> }> {
  const blocks = new Map<string, Uint8Array>()
  const pipeline = new BlockPipeline((cid, bytes) => {
    blocks.set(cid.toString(), bytes)
  }, cids)
  const built = await buildHamt(entries, pipeline, { fanout })
  await pipeline.drain()
  return { ...built, blocks }
}

/** Returns the names in a trie, read from its blocks. */
function readNames (cid: CID, blocks: Map<string, Uint8Array>, prefix: number): string[] {
  return dagPb.decode(blocks.get(cid.toString()) as Uint8Array).Links.flatMap(({ Name = '', Hash }) => {
    return Name.length === prefix ? readNames(Hash, blocks, prefix) : [Name.slice(prefix)]
  })
}

describe('buildHamt', () => {
  // Kubo 0.40.0's result for `d/I-nnn…` with I below 700, cid-version=1 and max-directory-links=5
  it.each([
    [8, 'bafybeigd7uwmzm7xx7ajsxxm7mdqqo2qdo5exd7uox33t5u7lvdgo3h74i', 67996],
    [16, 'bafybeihhzadwoopcqrrrcuvhbqkqmg5m5xd4vsuyetxviehwi7v5ccl4zm', 63940],
    [64, 'bafybeifm7ggg5vi52vehncn6ly4wgnpvehcpis2fbuafqvmpwisc6qjmmq', 57054],
    [256, 'bafybeihpqcdyvdyamytfvlmtmtat6axtkvymowxlsxfuhtnogfospritmm', 65205],
    [512, 'bafybeietxcjvsbqbi67vcvmgc2uaidojbs2ehwdanmcpgxocx7q2sw3qqm', 71732],
    [1024, 'bafybeicopbpxpdfwu3z5j7nt5eh5qwta7qqwcbqtj443zhmwxwgvttamzu', 75032]
  ])('builds the trie of Kubo with width %d', async (fanout, cid, tsize) => {
    const built = await build(await entries(700, (i) => `${i}-${'n'.repeat(i % 37)}`), fanout)

    expect(built.cid.toString()).toBe(cid)
    expect(built.tsize).toBe(tsize)
    expect(built.names).toEqual(readNames(built.cid, built.blocks, (fanout - 1).toString(16).length))
    expect(new Set(built.names).size).toBe(700)
  })

  it('does not depend on the order of entries', async () => {
    const some = await entries(300, (i) => `name ${i}`)
    const one = await build(some, 16)
    const other = await build([...some].reverse(), 16)

    expect(other.cid.toString()).toBe(one.cid.toString())
    expect(other.names).toEqual(one.names)
  })

  it('stores its type and hash function', async () => {
    const { cid, blocks } = await build(await entries(10, (i) => `${i}`), 8)
    const { Data } = dagPb.decode(blocks.get(cid.toString()) as Uint8Array)
    expect(UnixFS.unmarshal(Data as Uint8Array)).toMatchObject({ type: 'hamt-sharded-directory', fanout: 8n })
  })

  it('rejects a duplicate name, which no depth can separate', async () => {
    await expect(build(await entries(2, () => 'same'), 256)).rejects.toThrow(
      expect.objectContaining({ name: 'DirectoryError', message: 'sharded directory too deep' })
    )
  })
})
