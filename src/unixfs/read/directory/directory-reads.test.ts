import { importer } from 'ipfs-unixfs-importer'
import all from 'it-all'
import { CID } from 'multiformats/cid'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DagBuilder } from '../../../testing/dag/dag-builder.ts'
import type { NewUnixfsData } from '../../format/unixfs-data.ts'
import type { DirectoryNode } from '../../format/unixfs-node.ts'
import { loadNode } from '../file/load-node.ts'
import { listDirectory } from './list-directory.ts'
import { lookup } from './lookup.ts'

async function load (dag: DagBuilder, cid: CID): Promise<DirectoryNode> {
  const node = await loadNode(cid, dag)
  expect(node.kind).toBe('directory')
  return node as DirectoryNode
}

async function listEntries (dag: DagBuilder, cid: CID): Promise<string[]> {
  return (await all(listDirectory(await load(dag, cid), dag))).map(({ name, cid }) => `${name} ${cid}`)
}

async function findEntry (dag: DagBuilder, cid: CID, name: string): Promise<string | undefined> {
  const { node, data } = await load(dag, cid)
  return (await lookup(node, data, name, dag))?.toString()
}

describe('a plain directory', () => {
  it('lists entries by name, and finds one by name', async () => {
    const dag = new DagBuilder()
    const [x, y] = [(await dag.raw('x')).cid, (await dag.raw('y')).cid]
    const cid = await dag.directory({ b: x, a: y, 'naïve name that is long enough': x, '': y })
    expect(await listEntries(dag, cid)).toEqual([` ${y}`, `a ${y}`, `b ${x}`, `naïve name that is long enough ${x}`])
    expect(await findEntry(dag, cid, 'a')).toBe(y.toString())
    expect(await findEntry(dag, cid, 'naïve name that is long enough')).toBe(x.toString())
    expect(await findEntry(dag, cid, 'A')).toBeUndefined()
  })
})

describe('a sharded directory', () => {
  const COUNT = 3000
  const dag = new DagBuilder()
  let cid: CID
  let entries: Map<string, string>

  beforeAll(async () => {
    entries = new Map()
    const source = Array.from(
      { length: COUNT },
      (_, i) => ({ path: `file ${i}`, content: new TextEncoder().encode(String(i)) })
    )

    for await (
      const { path, cid: entry } of importer(source, dag.store as never, {
        wrapWithDirectory: true,
        shardSplitThresholdBytes: 0
      })
    ) {
      if (path === '') {
        cid = CID.decode(entry.bytes)
      } else {
        entries.set(path as string, entry.toString())
      }
    }
  })

  beforeEach(() => {
    dag.read.length = 0
  })

  it('lists every entry once, and reads every shard once', async () => {
    const listed = await listEntries(dag, cid)
    expect(listed.sort()).toEqual([...entries].map(([name, cid]) => `${name} ${cid}`).sort())
    expect(new Set(dag.read).size).toBe(dag.read.length)
  })

  it('finds every entry, and reads only the shards on its path', async () => {
    for (const [name, expected] of entries) {
      dag.read.length = 0
      expect(await findEntry(dag, cid, name)).toBe(expected)
      expect(dag.read.length).toBeLessThanOrEqual(4)
    }
  })

  it('does not find missing entries', async () => {
    for (let i = 0; i < 500; i++) {
      expect(await findEntry(dag, cid, `file ${COUNT + i}`)).toBeUndefined()
    }
  })

  it('reports a missing shard', async () => {
    const { node } = await load(dag, cid)
    const shard = node.links.find(({ name }) => name.length === 2)?.cid as CID
    const bytes = await dag.store.bytes(shard)
    await dag.store.delete(shard)
    await expect(listEntries(dag, cid)).rejects.toMatchObject({ name: 'BlockNotFoundError', cid: shard })
    await dag.store.put(shard, bytes)
  })
})

describe('invalid shards', () => {
  const shard: NewUnixfsData = { type: 5, hashType: 0x22, fanout: 256, data: { parts: [Uint8Array.of(1)], length: 1 } }
  let dag: DagBuilder
  let x: CID

  beforeEach(async () => {
    dag = new DagBuilder()
    x = (await dag.raw('x')).cid
  })

  it.each<[string, object]>([
    ['only murmur3 supported as hash function', { hashType: 0x12 }],
    ['only murmur3 supported as hash function', { hashType: undefined }],
    ["'Data' field not present", { data: undefined }],
    ["'Fanout' field not present", { fanout: undefined }],
    ['hamt size should be a power of two', { fanout: 0 }],
    ['hamt size should be a power of two', { fanout: 100 }],
    ['hamt witdh (2048) exceed maximum allowed (1024)', { fanout: 2048 }],
    ['hamt witdh (1099511627776) exceed maximum allowed (1024)', { fanout: 2 ** 40 }],
    ['corrupt bitfield', { data: { parts: [Uint8Array.of(3)], length: 1 } }],
    ['corrupt bitfield', { data: { parts: [Uint8Array.of(0)], length: 1 } }],
    ['bitfield is longer', { data: { parts: [new Uint8Array(1000)], length: 1000 } }]
  ])('%s', async (message, changes) => {
    const cid = await dag.pb([{ name: '00x', cid: x }], { ...shard, ...changes })
    await expect(listEntries(dag, cid)).rejects.toThrow(message)
    await expect(findEntry(dag, cid, 'x')).rejects.toThrow(message)
  })

  it('may lack a bitfield if they have no entries', async () => {
    const cid = await dag.pb([], { ...shard, data: undefined })
    expect(await listEntries(dag, cid)).toEqual([])
    expect(await findEntry(dag, cid, 'x')).toBeUndefined()
  })

  it('with too short a name are rejected', async () => {
    await expect(listEntries(dag, await dag.pb([{ name: '0', cid: x }], shard))).rejects.toThrow(
      "invalid link name '0'"
    )
  })

  it('with a child that is not a shard are rejected', async () => {
    await expect(listEntries(dag, await dag.pb([{ name: '00', cid: await dag.directory({}) }], shard))).rejects.toThrow(
      'node was not a dir shard'
    )
  })

  it('that contain the same shard twice are rejected, because a tree of them could be endless', async () => {
    let cid = await dag.pb([{ name: '00x', cid: x }], shard)

    for (let i = 0; i < 6; i++) {
      const links = Array.from({ length: 8 }, (_, n) => ({ name: `0${n}`, cid }))
      cid = await dag.pb(links, { ...shard, data: { parts: [Uint8Array.of(0xff)], length: 1 } })
    }

    await expect(listEntries(dag, cid)).rejects.toThrow(/has the shard .* twice/)
  })

  it('nested deeper than the bits of the hash are rejected', async () => {
    let cid = await dag.pb([{ name: '00x', cid: x }], shard)

    for (let i = 0; i < 9; i++) {
      cid = await dag.pb([{ name: '00', cid }], shard)
    }

    await expect(listEntries(dag, cid)).rejects.toThrow('sharded directory too deep')
  })
})
