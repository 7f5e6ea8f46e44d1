import { CarReader } from '@ipld/car'
import { MemoryDatastore } from 'datastore-core'
import { CID } from 'multiformats/cid'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  add,
  cat,
  collectGarbage,
  createNode,
  exportCar,
  handleGateway,
  handleRpc,
  listPins,
  localGateway,
  ls,
  MemoryBlockstore,
  pin,
  resolve,
  root,
  unpin
} from './index.ts'
import type { IpfsNode } from './index.ts'

/** CIDs that `ipfs add` returns for `hello`, without and with `--cid-version=1`. */
const HELLO_V0 = 'QmWfVY9y3xjsixTgbd9AorQxH7VtMpzfx2HaWtsoUYecaX'
const HELLO_V1 = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const EMPTY_DIRECTORY = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const signal = new AbortController().signal

let node: IpfsNode

beforeEach(async () => {
  node = await createNode({ openBlockstore: async () => new MemoryBlockstore(), datastore: new MemoryDatastore() })
})
afterEach(async () => {
  await node.stop()
})

const file = (path: string, text: string): { path: string; kind: 'file'; content: ReadableStream<Uint8Array> } => ({
  path,
  kind: 'file',
  content: new Blob([text]).stream()
})

async function all<T> (items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) {
    found.push(item)
  }
  return found
}

async function readText (chunks: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await all(chunks)).toString()
}

async function pins (): Promise<string[]> {
  return (await all(listPins(node, { type: 'recursive', name: '', signal }))).map(({ cid, name }) => `${cid} ${name}`)
    .filter((pin) => !pin.startsWith(EMPTY_DIRECTORY)).sort()
}

it('adds, lists, reads and exports without HTTP', async () => {
  const names: string[] = []
  const [dir] = await add(node, [file('d/hello.txt', 'hello'), file('d/sub/other.txt', 'other')], {
    cidVersion: 1,
    pinName: 'mine',
    onEvent: (event) => {
      if (event.type === 'added') {
        names.push(event.name)
      }
    }
  })
  expect(names.sort()).toEqual(['d', 'd/hello.txt', 'd/sub', 'd/sub/other.txt'])
  expect((await all(ls(node, dir))).map(({ name }) => name)).toEqual(['hello.txt', 'sub'])
  expect((await resolve(node, `/ipfs/${dir}/hello.txt`)).toString()).toBe(HELLO_V1)
  expect(await readText(cat(node, `/ipfs/${dir}/sub/other.txt`))).toBe('other')
  expect(await readText(cat(node, HELLO_V1, { offset: 1, length: 3 }))).toBe('ell')
  expect(await pins()).toEqual([`${dir} mine`])

  const car = await CarReader.fromBytes(Buffer.concat(await all(exportCar(node, dir))))
  expect((await car.getRoots()).map(String)).toEqual([dir.toString()])
  expect(await all(car.cids())).toHaveLength(4)
})

it('adds by the settings of the node, as the command does', async () => {
  expect((await add(node, [file('hello.txt', 'hello')])).map(String)).toEqual([HELLO_V0])
  await node.config.set('Import.CidVersion', 1)
  expect((await add(node, [file('hello.txt', 'hello')], { pinName: false })).map(String)).toEqual([HELLO_V1])
  expect(await pins()).toEqual([`${HELLO_V0} `])
})

it('discards an add that fails or is aborted', async () => {
  const { blocks } = await node.blockstore.stat()
  const broken = new ReadableStream<Uint8Array>({
    pull: () => {
      throw new Error('cut')
    }
  })
  await expect(add(node, [file('a', 'a'), { path: 'b', kind: 'file', content: broken }])).rejects.toThrow('cut')
  const controller = new AbortController()
  const endless = new ReadableStream<Uint8Array>({
    pull: (stream) => {
      stream.enqueue(new Uint8Array(1024))
    }
  })
  await expect(
    add(node, [file('a', 'a'), { path: 'b', kind: 'file', content: endless }], {
      signal: controller.signal,
      onEvent: () => {
        controller.abort(new Error('not any more'))
      }
    })
  ).rejects.toThrow('not any more')
  expect((await node.blockstore.stat()).blocks).toBe(blocks)
  expect(await pins()).toEqual([])
})

it('pins, unpins and collects', async () => {
  const [dir] = await add(node, [file('d/hello.txt', 'hello')], { cidVersion: 1, pinName: false })
  await pin(node, `/ipfs/${dir}/hello.txt`, { name: 'hello' })
  await collectGarbage(node, { signal, report: () => {} })
  expect(await pins()).toEqual([`${HELLO_V1} hello`])
  expect(await readText(cat(node, HELLO_V1))).toBe('hello')
  await expect(all(ls(node, dir))).rejects.toMatchObject({ name: 'BlockNotFoundError' })
  await unpin(node.pins, CID.parse(HELLO_V1), { recursive: true })
  expect(await pins()).toEqual([])
  await expect(pin(node, dir)).rejects.toMatchObject({ name: 'BlockNotFoundError' })
})

it('reports unreadable input', async () => {
  const [dir] = await add(node, [file('d/hello.txt', 'hello')])
  await expect(readText(cat(node, dir))).rejects.toThrow('this dag node is a directory')
  await expect(all(ls(node, HELLO_V0))).rejects.toThrow('is no directory')
  await expect(resolve(node, `/ipfs/${dir}/nothing`)).rejects.toMatchObject({ name: 'NoLinkError' })
  await expect(resolve(node, 'nonsense')).rejects.toMatchObject({ name: 'InvalidPathError' })
})

it('answers requests over the same node', async () => {
  const [cid] = await add(node, [file('hello.txt', 'hello')], { cidVersion: 1 })
  const gateway = await handleGateway(new Request(`http://node.localhost/ipfs/${cid}`), localGateway(node))
  expect(await gateway.text()).toBe('hello')
  const rpc = await handleRpc(new Request(`http://node.localhost/api/v0/cat?arg=${cid}`, { method: 'POST' }), {
    root,
    node: async () => node
  })
  expect(await rpc.text()).toBe('hello')
})
