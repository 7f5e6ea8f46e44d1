import { car } from '@helia/car'
import { dagCbor } from '@helia/dag-cbor'
import { dagJson } from '@helia/dag-json'
import { json } from '@helia/json'
import { unixfs } from '@helia/unixfs'
import { CarReader } from '@ipld/car'
import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { pageOfNode } from '../testing/http/page-of-node.ts'
import { TestNode } from '../testing/test-node.ts'
import { helia } from './helia.ts'

let node: TestNode

beforeEach(async () => {
  vi.stubGlobal('__SWIPFS_VERSION__', '0.0.0-test')
  node = await TestNode.start()
  pageOfNode(node)
})

afterEach(async () => {
  vi.unstubAllGlobals()
  await node.node.stop()
})

const utf8 = new TextEncoder()

async function all<T> (items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []

  for await (const item of items) {
    found.push(item)
  }

  return found
}

async function bytesOf (chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await all(chunks))
}

/** Returns a block as another client of the node reads it. */
async function nodeOf (cid: CID): Promise<unknown> {
  return JSON.parse((await node.rpc(`dag/get?arg=${cid}`)).text)
}

it('@helia/json, @helia/dag-json and @helia/dag-cbor add objects that the node reads, and read them back', async () => {
  const shared = helia()
  const leaf = await dagJson(shared).add({ leaf: true })
  const object = { title: 'A page', count: 3, leaf }

  for (const codec of [dagJson(shared), dagCbor(shared)]) {
    const cid = await codec.add(object)
    expect(await codec.get(cid)).toEqual(object)
    expect(await nodeOf(cid)).toEqual({ title: 'A page', count: 3, leaf: { '/': `${leaf}` } })
  }

  const plain = await json(shared).add({ a: [1, 'b', null] })
  expect(await json(shared).get(plain)).toEqual({ a: [1, 'b', null] })
  expect(await nodeOf(plain)).toEqual({ a: [1, 'b', null] })
})

it('@helia/json reads an object that another client put', async () => {
  const form = new FormData()
  form.append('file', new Blob(['{"by":"curl"}']))
  const { Cid } = (await node.rpc('dag/put?store-codec=json', { body: form })).lines[0] as { Cid: { '/': string } }
  expect(await json(helia()).get(CID.parse(Cid['/']))).toEqual({ by: 'curl' })
})

it('@helia/unixfs adds files and directories, changes them, and reads what others added', async () => {
  const fs = unixfs(helia())
  const content = Buffer.alloc(3 * 1024 * 1024, 'many blocks ')
  const file = await fs.addBytes(content)
  expect((await bytesOf(fs.cat(file))).equals(content)).toBe(true)
  expect(Buffer.from(await (await node.open(`cat?arg=${file}`)).arrayBuffer()).equals(content)).toBe(true)
  expect(await bytesOf(fs.cat(file, { offset: 1_000_000, length: 12 }))).toEqual(content.subarray(1_000_000, 1_000_012))

  let folder = await fs.addDirectory()
  folder = await fs.cp(file, folder, 'large.bin')
  folder = await fs.cp(await fs.addBytes(utf8.encode('small')), folder, 'small.txt')
  folder = await fs.mkdir(folder, 'inner')
  expect((await all(fs.ls(folder))).map(({ name }) => name).sort()).toEqual([
    'inner',
    'large.bin',
    'small.txt'
  ])
  expect((await node.rpc(`cat?arg=${folder}/small.txt`)).text).toBe('small')
  folder = await fs.rm(folder, 'large.bin')
  expect((await node.rpc(`ls?arg=${folder}`)).text).not.toContain('large.bin')
})

it('@helia/car exports a DAG, and imports it into an empty node', async () => {
  const shared = helia()
  const root = await dagCbor(shared).add({ file: await unixfs(shared).addBytes(utf8.encode('in a CAR')) })
  const archive = await bytesOf(car(shared).export(root))

  const other = await TestNode.start()
  pageOfNode(other)

  try {
    const target = helia()
    await car(target).import(await CarReader.fromBytes(archive))
    const { file } = await dagCbor(target).get<{ file: CID }>(root)
    expect((await other.rpc(`cat?arg=${file}&offline=true`)).text).toBe('in a CAR')
  } finally {
    await other.node.stop()
  }
})

it('pins of the shared node protect objects of the packages from garbage collection', async () => {
  const shared = helia()
  const kept = await json(shared).add({ kept: true })
  const left = await json(shared).add({ kept: false })
  await all(shared.pins.add(kept))
  await node.rpc('repo/gc')
  expect(await json(shared).get(kept)).toEqual({ kept: true })
  await expect(json(shared).get(left, { signal: AbortSignal.timeout(2000), offline: true } as object)).rejects.toThrow()
})
