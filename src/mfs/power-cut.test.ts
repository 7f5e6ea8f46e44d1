import 'fake-indexeddb/auto'

import { CID } from 'multiformats/cid'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeDisk } from '../testing/store/fake-disk.ts'
import { newIndexedDB } from '../testing/store/store-fixtures.ts'
import { openRepo } from '../testing/store/two-database-repo.ts'
import type { TestNode } from '../testing/test-node.ts'
import { EARLIER_KEY, ROOT_KEY } from './root-record.ts'

const disk = fakeDisk()

let app: TestNode

async function writeFile (path: string, content: string, bytes = 0): Promise<number> {
  const body = new FormData()
  body.append('data', new Blob([content, new Uint8Array(bytes)]))
  return (await app.rpc(`files/write?arg=${path}&create=true&parents=true&truncate=true`, { body })).status
}

async function names (): Promise<string[]> {
  const { lines } = await app.rpc('files/ls?arg=/')
  return ((lines[0] as { Entries: Array<{ Name: string }> | null }).Entries ?? []).map(({ Name }) => Name)
}

async function root (): Promise<string> {
  return ((await app.rpc('files/stat?arg=/')).lines[0] as { Hash: string }).Hash
}

/**
 * Starts a run that loses its writes of one kind in a power cut: those of blocks (`put`), or the later rows (`batch`).
 */
async function losing (kind?: 'put' | 'batch'): Promise<void> {
  await app.node.stop()
  let armed = false
  app = await openRepo('packed', (what) => {
    if (armed && what === kind) {
      throw new Error('power cut')
    }
  })
  await names()
  armed = true
}

/** Waits until the rows have a root, because they are written with a delay. */
async function rowsSay (root: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(await rootInRows()).toBe(root)
  })
}

async function rootInRows (): Promise<string> {
  return CID.decode(await app.node.datastore.get(ROOT_KEY)).toString()
}

beforeEach(async () => {
  globalThis.indexedDB = newIndexedDB()
  app = await openRepo('packed')
  for (const path of ['/a', '/b']) {
    expect(await writeFile(path, path)).toBe(200)
  }
  await rowsSay(await root())
})

it('every kind of change syncs once', async () => {
  expect(await writeFile('/c', 'c')).toBe(200)
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')

  for (
    const target of [
      'files/mv?arg=/a&arg=/z',
      'files/cp?arg=/b&arg=/y',
      'files/rm?arg=/b',
      'files/mkdir?arg=/d/e&parents=true',
      'files/chmod?arg=600&arg=/z'
    ]
  ) {
    opened.mockClear()
    expect([target, (await app.rpc(target)).status]).toEqual([target, 200])
    expect([target, opened.mock.calls.filter(([, , options]) => options?.durability === 'strict')]).toMatchObject([
      target,
      { length: 1 }
    ])
  }

  opened.mockRestore()
})

it('acknowledged changes survive the loss of later rows, repeatedly', async () => {
  for (const path of ['/c', '/d', '/e']) {
    await losing('batch')
    expect(await writeFile(path, path)).toBe(200)
    expect(await writeFile(`${path}2`, path)).toBe(200)
  }

  await losing()
  expect(await names()).toEqual(['a', 'b', 'c', 'c2', 'd', 'd2', 'e', 'e2'])
  expect((await app.rpc('repo/gc')).status).toBe(200)
  expect((await app.rpc('files/read?arg=/c2')).text).toBe('/c')
  expect(await writeFile('/f', 'f')).toBe(200)
  await rowsSay(await root())
  expect(await app.node.repairs.list()).toEqual([])
})

it.each([[0], [20_000_000]])(
  'if the blocks of a change are lost, tree and blocks are those before it, and changes continue from there',
  async (bytes) => {
    const [before, blocks] = [await root(), await app.blocks()]
    await losing('put')
    expect(await writeFile('/c', 'c', bytes)).toBe(500)
    expect(await root()).toBe(before)
    await losing()
    expect([await names(), await root(), await app.blocks()]).toEqual([['a', 'b'], before, blocks])
    expect(await writeFile('/d', 'd')).toBe(200)
    await losing()
    expect(await names()).toEqual(['a', 'b', 'd'])
    expect(await app.node.repairs.list()).toEqual([])
  }
)

it('replaces a root whose rows were not written yet', async () => {
  const before = await root()
  expect(await writeFile('/c', 'c')).toBe(200)
  await app.node.mfs.replaceRoot(CID.parse(before), { signal: new AbortController().signal })
  await losing()
  expect(await names()).toEqual(['a', 'b'])
  expect(await writeFile('/d', 'd')).toBe(200)
  await losing()
  expect(await names()).toEqual(['a', 'b', 'd'])
})

it('rows written by an older version without marks take precedence, however late they are', async () => {
  await losing('batch')
  for (const path of ['/c', '/d', '/e']) {
    expect(await writeFile(path, path)).toBe(200)
  }
  await losing()
  // The older version has read the tree of the rows, and replaced it.
  const { datastore } = app.node
  const earlier = JSON.parse(new TextDecoder().decode(await datastore.get(EARLIER_KEY))) as Array<
    { n: number; cid: string }
  >
  const other = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
  const batch = datastore.batch()
  batch.put(
    EARLIER_KEY,
    new TextEncoder().encode(
      JSON.stringify([...earlier, {
        n: earlier.at(-1)!.n + 1,
        cid: CID.decode(await datastore.get(ROOT_KEY)).toString()
      }])
    )
  )
  batch.put(ROOT_KEY, other.bytes)
  await batch.commit()
  await losing()
  expect([await root(), await names()]).toEqual([other.toString(), []])
  expect(await writeFile('/f', 'f')).toBe(200)
  await losing()
  expect(await names()).toEqual(['f'])
})

it('a full disk at any step leaves the tree unchanged, and writes continue when there is room', async () => {
  const before = await root()
  disk.puts = 0
  expect(await writeFile('/c', 'c')).toBe(200)
  const steps = disk.puts
  expect((await app.rpc('files/rm?arg=/c')).status).toBe(200)
  expect(steps).toBeGreaterThan(2)

  for (let room = 0; room < steps; room++) {
    disk.room = room
    expect([room, await writeFile('/c', 'c')]).toEqual([room, 500])
    disk.room = Infinity
    expect([room, await root()]).toEqual([room, before])
    await losing()
    expect(await names()).toEqual(['a', 'b'])
  }

  expect(await writeFile('/c', 'c')).toBe(200)
  expect(await app.node.repairs.list()).toEqual([])
})

it('a change is acknowledged if there is no room for the rows, which are written when there is', async () => {
  expect(await writeFile('/c', 'c')).toBe(200)
  const marked = await root()
  disk.room = 0
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await rootInRows()).not.toBe(marked)
  await losing()
  expect(await root()).toBe(marked)
  disk.room = Infinity
  expect(await writeFile('/d', 'd')).toBe(200)
  await rowsSay(await root())
})
