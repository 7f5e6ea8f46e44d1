import { MemoryDatastore } from 'datastore-core'
import { CID } from 'multiformats/cid'
import * as raw from 'multiformats/codecs/raw'
import { identity } from 'multiformats/hashes/identity'
import { beforeEach, expect, it } from 'vitest'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { TestNode } from '../testing/test-node.ts'
import { RootRecord } from './root-record.ts'

let blockstore: MemoryBlockstore
let datastore: MemoryDatastore
let app: TestNode
/** The roots after each of the writes. */
let roots: CID[]

async function start (init: { online?: boolean } = {}): Promise<void> {
  app = await TestNode.start({ blockstore, datastore, ...init })
}

async function root (): Promise<CID> {
  const [{ Hash }] = (await app.rpc('files/stat?arg=/')).lines as Array<{ Hash: string }>
  return CID.parse(Hash)
}

async function names (): Promise<string[]> {
  const { status, lines, text } = await app.rpc('files/ls?arg=/')
  expect(status, text).toBe(200)
  return ((lines[0] as { Entries: Array<{ Name: string }> | null }).Entries ?? []).map(({ Name }) => Name)
}

async function writeFile (name: string): Promise<void> {
  const body = new FormData()
  body.append('data', new Blob([name]))
  expect((await app.rpc(`files/write?arg=/${name}&create=true`, { body })).status).toBe(200)
}

beforeEach(async () => {
  blockstore = new MemoryBlockstore()
  datastore = new MemoryDatastore()
  roots = []
  await start()

  for (const name of ['a', 'b', 'c']) {
    await writeFile(name)
    roots.push(await root())
  }
})

it('returns to the newest root in the store, reports it once, and continues from there', async () => {
  await blockstore.delete(roots[2])
  await blockstore.delete(roots[1])
  await start()
  expect((await app.rpc('repo/gc')).status).toBe(200) // before MFS is read
  expect(await names()).toEqual(['a'])
  expect(await app.node.repairs.list()).toEqual([{
    at: expect.any(String),
    what: 'files-older',
    pins: 1,
    lost: roots[2].toString()
  }])

  await start()
  expect(await names()).toEqual(['a'])
  await writeFile('d')
  expect(await names()).toEqual(['a', 'd'])
  expect(await app.node.repairs.list()).toHaveLength(1)
})

it('starts empty if no root is in the store and no peer can be asked', async () => {
  for (const cid of roots) {
    await blockstore.delete(cid)
  }
  await start()
  expect(await names()).toEqual([])
  expect(await app.node.repairs.list()).toMatchObject([{ what: 'files-lost', lost: roots[2].toString() }])
  await writeFile('e')
  expect(await names()).toEqual(['e'])
})

it('waits for the root if peers may have it', async () => {
  for (const cid of roots) {
    await blockstore.delete(cid)
  }
  await start({ online: true })
  const { status, text } = await app.rpc('files/ls?arg=/&timeout=100ms')
  expect([status, text]).not.toEqual([200, expect.anything()])
  expect(await new RootRecord({ datastore, blockstore }).current()).toEqual(roots[2])
  expect(await app.node.repairs.list()).toEqual([])
})

it('stores few of many roots, including the newest', async () => {
  const record = new RootRecord({ datastore, blockstore })
  const all = Array.from(
    { length: 1000 },
    (_, i) => CID.createV1(raw.code, identity.digest(Uint8Array.of(i >> 8, i & 0xff)))
  )
  for (const [i, cid] of all.entries()) {
    await record.write(await record.next(cid, all[i - 1]))
  }

  const ages = (await record.earlier()).map((cid) => 999 - all.findIndex((one) => one.equals(cid)))
  expect(ages.slice(0, 3)).toEqual([1, 2, 3])
  expect(ages.length).toBeLessThan(30)
  expect(ages.at(-1)).toBeLessThanOrEqual(256)
  for (const [i, age] of ages.entries()) {
    if (i > 0) {
      expect(age).toBeLessThanOrEqual(2 * ages[i - 1] + 2)
    }
  }
})
