import 'fake-indexeddb/auto'
import { CID } from 'multiformats/cid'
import { beforeEach, expect, it, vi } from 'vitest'
import { fakeDisk } from '../testing/fake-disk.ts'
import { openRepo } from '../testing/two-database-repo.ts'
import { newIndexedDB } from '../testing/store-fixtures.ts'
import type { TestNode } from '../testing/test-node.ts'
import { EARLIER_KEY, ROOT_KEY } from './root-record.ts'

const disk = fakeDisk()

let app: TestNode

async function write (path: string, content: string, bytes = 0): Promise<number> {
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

/** A new life, of which a power cut takes the writes of some kind: those of blocks (`put`), or the rows that follow behind them (`batch`). */
async function losing (kind?: 'put' | 'batch'): Promise<void> {
  await app.node.stop()
  let armed = false
  app = await openRepo('packed', (what) => { if (armed && what === kind) throw new Error('power cut') })
  await names()
  armed = true
}

/** The rows follow changes at a distance. */
async function rowsSay (root: string): Promise<void> {
  await vi.waitFor(async () => { expect(await rootInRows()).toBe(root) })
}

async function rootInRows (): Promise<string> {
  return CID.decode(await app.node.datastore.get(ROOT_KEY)).toString()
}

beforeEach(async () => {
  globalThis.indexedDB = newIndexedDB()
  app = await openRepo('packed')
  for (const path of ['/a', '/b']) expect(await write(path, path)).toBe(200)
  await rowsSay(await root())
})

it('waits for the disk once, whatever is changed', async () => {
  expect(await write('/c', 'c')).toBe(200)
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction')

  for (const target of ['files/mv?arg=/a&arg=/z', 'files/cp?arg=/b&arg=/y', 'files/rm?arg=/b', 'files/mkdir?arg=/d/e&parents=true', 'files/chmod?arg=600&arg=/z']) {
    opened.mockClear()
    expect([target, (await app.rpc(target)).status]).toEqual([target, 200])
    expect([target, opened.mock.calls.filter(([, , options]) => options?.durability === 'strict')]).toMatchObject([target, { length: 1 }])
  }

  opened.mockRestore()
})

it('has what it acknowledged where the rows behind it are lost, in many lives too', async () => {
  for (const path of ['/c', '/d', '/e']) {
    await losing('batch')
    expect(await write(path, path)).toBe(200)
    expect(await write(`${path}2`, path)).toBe(200)
  }

  await losing()
  expect(await names()).toEqual(['a', 'b', 'c', 'c2', 'd', 'd2', 'e', 'e2'])
  expect((await app.rpc('repo/gc')).status).toBe(200)
  expect((await app.rpc('files/read?arg=/c2')).text).toBe('/c')
  expect(await write('/f', 'f')).toBe(200)
  await rowsSay(await root())
  expect(await app.node.repairs.list()).toEqual([])
})

it.each([[0], [20_000_000]])('has the tree and the blocks of before where those of a change are lost, and goes on from there', async (bytes) => {
  const [before, blocks] = [await root(), await app.blocks()]
  await losing('put')
  expect(await write('/c', 'c', bytes)).toBe(500)
  expect(await root()).toBe(before)
  await losing()
  expect([await names(), await root(), await app.blocks()]).toEqual([['a', 'b'], before, blocks])
  expect(await write('/d', 'd')).toBe(200)
  await losing()
  expect(await names()).toEqual(['a', 'b', 'd'])
  expect(await app.node.repairs.list()).toEqual([])
})

it('puts another root in the place of one whose rows have not followed yet', async () => {
  const before = await root()
  expect(await write('/c', 'c')).toBe(200)
  await app.node.mfs.replaceRoot(CID.parse(before), { signal: new AbortController().signal })
  await losing()
  expect(await names()).toEqual(['a', 'b'])
  expect(await write('/d', 'd')).toBe(200)
  await losing()
  expect(await names()).toEqual(['a', 'b', 'd'])
})

it('counts what code of before has written to the rows, that knows no marks, however far behind they were', async () => {
  await losing('batch')
  for (const path of ['/c', '/d', '/e']) expect(await write(path, path)).toBe(200)
  await losing()
  // that code has seen the tree of the rows, and put another one in its place
  const { datastore } = app.node
  const earlier = JSON.parse(new TextDecoder().decode(await datastore.get(EARLIER_KEY))) as Array<{ n: number, cid: string }>
  const other = CID.parse('QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn')
  const batch = datastore.batch()
  batch.put(EARLIER_KEY, new TextEncoder().encode(JSON.stringify([...earlier, { n: earlier.at(-1)!.n + 1, cid: CID.decode(await datastore.get(ROOT_KEY)).toString() }])))
  batch.put(ROOT_KEY, other.bytes)
  await batch.commit()
  await losing()
  expect([await root(), await names()]).toEqual([other.toString(), []])
  expect(await write('/f', 'f')).toBe(200)
  await losing()
  expect(await names()).toEqual(['f'])
})

it('leaves the tree as it was where the disk is full at any step, and writes when there is room', async () => {
  const before = await root()
  disk.puts = 0
  expect(await write('/c', 'c')).toBe(200)
  const steps = disk.puts
  expect((await app.rpc('files/rm?arg=/c')).status).toBe(200)
  expect(steps).toBeGreaterThan(2)

  for (let room = 0; room < steps; room++) {
    disk.room = room
    expect([room, await write('/c', 'c')]).toEqual([room, 500])
    disk.room = Infinity
    expect([room, await root()]).toEqual([room, before])
    await losing()
    expect(await names()).toEqual(['a', 'b'])
  }

  expect(await write('/c', 'c')).toBe(200)
  expect(await app.node.repairs.list()).toEqual([])
})

it('is acknowledged where there is no room for the rows that follow, which do when there is', async () => {
  expect(await write('/c', 'c')).toBe(200)
  const marked = await root()
  disk.room = 0
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await rootInRows()).not.toBe(marked)
  await losing()
  expect(await root()).toBe(marked)
  disk.room = Infinity
  expect(await write('/d', 'd')).toBe(200)
  await rowsSay(await root())
})
