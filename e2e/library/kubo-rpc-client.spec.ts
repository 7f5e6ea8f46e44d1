import type * as Kubo from 'kubo-rpc-client'
import { fileURLToPath } from 'node:url'
import { bundle } from '../fixtures/build/bundle.ts'
import { expect, test } from '../fixtures/site/site.ts'

type Window = globalThis.Window & { kubo: typeof Kubo; ipfs: Kubo.KuboRPCClient }

// In one process, so that the bundle is built once.
test.describe.configure({ mode: 'default' })

let client: string

test.beforeAll(async () => {
  client = await bundle(fileURLToPath(import.meta.resolve('kubo-rpc-client')), 'kubo')
})

test.beforeEach(async ({ app }) => {
  await app.evaluate(client)
  await app.evaluate(() => {
    const { kubo } = window as unknown as Window
    Object.assign(window, { ipfs: kubo.create({ url: `${location.origin}/api/v0` }) })
  })
})

test('kubo-rpc-client adds, reads and lists', async ({ app }) => {
  const result = await app.evaluate(async () => {
    const { ipfs } = window as unknown as Window
    const all = async <T>(source: AsyncIterable<T>): Promise<T[]> => {
      const list: T[] = []
      for await (const item of source) {
        list.push(item)
      }
      return list
    }
    const text = async (source: AsyncIterable<Uint8Array>): Promise<string> =>
      await new Blob(await all(source) as BlobPart[]).text()

    const added = await ipfs.add({ path: 'big.bin', content: new Uint8Array(700_000) }, { cidVersion: 1 })
    const tree = await all(
      ipfs.addAll([{ path: 'd/a.txt', content: 'alpha' }, { path: 'd/sub/b.txt', content: 'beta' }], {
        cidVersion: 1,
        wrapWithDirectory: false
      })
    )
    const root = tree.at(-1)!.cid

    return {
      size: added.size,
      tree: tree.map(({ path }) => path),
      cat: await text(ipfs.cat(`/ipfs/${root.toString()}/sub/b.txt`)),
      part: await text(ipfs.cat(`/ipfs/${root.toString()}/a.txt`, { offset: 1, length: 3 })),
      ls: (await all(ipfs.ls(root))).map(({ name, type, size }) => ({ name, type, size })),
      tar: (await all(ipfs.get(root))).length > 0,
      refs: (await all(ipfs.refs(root, { recursive: true }))).map(({ ref }) => ref).length
    }
  })

  expect(result).toMatchObject({
    size: 700_158,
    tree: ['d/a.txt', 'd/sub/b.txt', 'd/sub', 'd'],
    cat: 'beta',
    part: 'lph',
    ls: [{ name: 'a.txt', type: 'file', size: 5 }, { name: 'sub', type: 'dir' }],
    tar: true,
    refs: 3
  })
})

test('kubo-rpc-client handles blocks, nodes, CARs and pins', async ({ app }) => {
  const result = await app.evaluate(async () => {
    const { ipfs, kubo } = window as unknown as Window
    const all = async <T>(source: AsyncIterable<T>): Promise<T[]> => {
      const list: T[] = []
      for await (const item of source) {
        list.push(item)
      }
      return list
    }

    const block = await ipfs.block.put(new TextEncoder().encode('a block'))
    const node = await ipfs.dag.put({ hello: 'world', link: block }, { storeCodec: 'dag-cbor', pin: false })
    const { value } = await ipfs.dag.get(node)
    await ipfs.pin.add(node, { name: 'mine' })
    const pins = await all(ipfs.pin.ls({ type: 'recursive', paths: [node] }))
    const car = await all(ipfs.dag.export(node))
    await ipfs.pin.rm(node)
    await all(ipfs.repo.gc())
    const gone = await ipfs.block.get(node, { timeout: 500 }).then(() => 'still here', (err: Error) => err.message)
    const imported = await all(ipfs.dag.import([(async function* () {
      yield* car
    })()]))

    return {
      block: new TextDecoder().decode(await ipfs.block.get(block)),
      stat: (await ipfs.block.stat(block)).size,
      hello: (value as { hello: string }).hello,
      link: kubo.CID.asCID((value as { link: unknown }).link)?.equals(block),
      pins: pins.map(({ type }) => type),
      gone,
      imported: imported.map(({ root }) => root?.cid.equals(node))
    }
  })

  expect(result).toMatchObject({
    block: 'a block',
    stat: 7,
    hello: 'world',
    link: true,
    pins: ['recursive'],
    imported: [true]
  })
  expect(result.gone).not.toBe('still here')
})

test('kubo-rpc-client queries the node', async ({ app }) => {
  const result = await app.evaluate(async () => {
    const { ipfs } = window as unknown as Window
    const id = await ipfs.id()
    return {
      version: (await ipfs.version()).version,
      id: id.id.toString(),
      configured: await ipfs.config.get('Identity.PeerID') as string,
      objects: Number((await ipfs.repo.stat()).numObjects),
      failed: await ipfs.block.get('bafkqaaa' as never).then(() => 'ok', (err: Error) => err.message),
      bad: await ipfs.resolve('/ipfs/notacid').then(() => 'ok', (err: Error) => err.message)
    }
  })

  expect(result).toMatchObject({ version: '0.40.0', objects: 1, failed: 'ok' })
  expect(result.id).toBe(result.configured)
  expect(result.bad).toContain('invalid path')
})

test('the client of the package reports files that could not be removed, like Kubo', async ({ app }) => {
  await app.evaluate(await bundle(fileURLToPath(new URL('../../src/kubo/index.ts', import.meta.url)), 'packaged'))

  expect(
    await app.evaluate(async () => {
      const { packaged } = window as unknown as { packaged: typeof Kubo }
      const ipfs = packaged.create()
      await ipfs.files.mkdir('/photos/summer', { parents: true })
      const refused = await ipfs.files.rm('/photos').catch(({ name, message }: Error) => ({ name, message }))
      await ipfs.files.rm('/photos', { recursive: true })
      return { refused, gone: await ipfs.files.stat('/photos').catch(({ message }: Error) => message) }
    })
  ).toEqual({
    refused: { name: 'HTTPError', message: '"/photos: path is a directory, use -r to remove directories"\n' },
    gone: 'file does not exist'
  })
})

test('the client of the package passes uploads to the worker, and sends no form', async ({ app }) => {
  await app.evaluate(await bundle(fileURLToPath(new URL('../../src/kubo/index.ts', import.meta.url)), 'packaged'))

  expect(
    await app.evaluate(async () => {
      const { packaged } = window as unknown as { packaged: typeof Kubo }
      const ipfs = packaged.create()
      const forms: string[] = []
      const { fetch } = window
      window.fetch = async (input, init) => {
        if (init?.body != null) {
          forms.push(String(input))
        }
        return await fetch(input, init)
      }
      const bytes = new TextEncoder().encode('handed over')
      const { cid } = await ipfs.add({ path: 'a.txt', content: bytes })
      const block = await ipfs.block.put(bytes)
      const node = await ipfs.dag.put({ a: [1, 2] })
      await ipfs.files.write('/handed-over', bytes, { create: true })
      const read: string[] = []
      for await (const chunk of ipfs.cat(cid)) {
        read.push(new TextDecoder().decode(chunk))
      }
      return {
        forms,
        read: read.join(''),
        size: (await ipfs.block.stat(block)).size,
        node: (await ipfs.dag.get(node)).value as unknown,
        file: (await ipfs.files.stat('/handed-over')).size
      }
    })
  ).toEqual({ forms: [], read: 'handed over', size: 11, node: { a: [1, 2] }, file: 11 })
})
