import { MemoryDatastore } from 'datastore-core'
import type { IncomingMessage } from 'node:http'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Json } from '../../config/values/config.ts'
import { ipnsNameText } from '../../names/record/ipns-name.ts'
import { startServer } from '../../testing/http/http-fixtures.ts'
import type { TestServer } from '../../testing/http/http-fixtures.ts'
import { TestNode } from '../../testing/test-node.ts'

const A = '/ipfs/bafkreihnoabliopjvscf6irvpwbcxlauirzq7pnwafwt5skdekl3t3e7om'
const B = '/ipfs/bafkreib7ytgp45cyodrmbwm7ohzq74dfnsg63va4yhl5hu3wwdn6nbpc6m'

let router: TestServer
let kept: Map<string, Uint8Array>
let refuses: boolean
let nodes: TestNode[]

/** A delegated router that stores records. */
beforeEach(async () => {
  kept = new Map()
  nodes = []
  refuses = false

  router = await startServer(async (request, response) => {
    const name = (request.url ?? '').replace('/routing/v1/ipns/', '')

    if (refuses) {
      response.writeHead(500).end()
    } else if (request.method === 'PUT') {
      kept.set(name, await body(request))
      response.end()
    } else if (kept.has(name)) {
      response.writeHead(200, { 'content-type': 'application/vnd.ipfs.ipns-record' }).end(kept.get(name))
    } else {
      response.writeHead(404).end()
    }
  })
})

afterEach(async () => {
  await Promise.all(nodes.map(async ({ node }) => {
    await node.stop()
  }))
  await router.close()
})

async function body (request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    chunks.push(chunk as Buffer)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

async function start (
  more: { online?: boolean; datastore?: MemoryDatastore; config?: Record<string, Json> } = {}
): Promise<TestNode> {
  const { config, ...init } = more
  const node = await TestNode.start({
    delegatedRouting: { auto: false },
    config: { 'Routing.DelegatedRouters': [router.url], 'Ipns.DelegatedPublishers': [router.url], ...config },
    ...init
  })
  nodes.push(node)
  return node
}

const nodeName = ({ node }: TestNode): string => ipnsNameText(node.identity.peerId.toMultihash())
const publish = async (node: TestNode, path: string, options = ''): Promise<unknown> =>
  (await node.rpc(`name/publish?arg=${path}&resolve=false${options}`)).lines[0]
const resolve = async (node: TestNode, name: string, options = ''): Promise<unknown> =>
  (await node.rpc(`name/resolve?arg=${name}${options}`)).lines[0]

test('an online node publishes to routers, and a node that is not a peer resolves from them', async () => {
  const [a, b] = [await start({ online: true }), await start()]
  expect(await publish(a, A)).toEqual({ Name: nodeName(a), Value: A, Places: [{ Place: router.url }] })
  expect(await resolve(b, nodeName(a))).toEqual({ Path: A })
  expect((await b.rpc(`name/get?arg=${nodeName(a)}`)).status).toBe(200)
  expect((await b.rpc(`routing/get?arg=/ipns/${nodeName(a)}`)).lines).toMatchObject([{ Type: 5 }])
  expect(await resolve(b, nodeName(a), '&offline=true')).toMatchObject({ Message: 'could not resolve name' })
})

test('an offline node publishes to routers on request, and nowhere else', async () => {
  const a = await start()
  expect(await publish(a, A)).toMatchObject({ Message: expect.stringContaining("can't publish while offline") })
  expect(await publish(a, A, '&allow-offline=true')).toEqual({ Name: nodeName(a), Value: A })
  expect(kept.size).toBe(0)
  expect(await publish(a, A, '&allow-delegated=true')).toEqual({
    Name: nodeName(a),
    Value: A,
    Places: [{ Place: router.url }]
  })
  expect([...kept.keys()]).toEqual([nodeName(a)])
})

test('an unaccepted record is an error with its reason, stays here, and is published by a renewal', async () => {
  const a = await start()
  refuses = true
  expect(await publish(a, A, '&allow-delegated=true')).toMatchObject({
    Message: `no delegated publisher took the record: ${router.url}: answered 500`
  })
  expect(await resolve(a, nodeName(a), '&offline=true')).toEqual({ Path: A })
  const keys = await a.node.keys.privateKeys()
  const { signal } = new AbortController()
  expect(await a.node.names.renew(keys, { signal })).toEqual({ renewed: 1, untaken: 1 })
  refuses = false
  expect(await a.node.names.renew(keys, { signal })).toEqual({ renewed: 1, untaken: 0 })
  expect([...kept.keys()]).toEqual([nodeName(a)])
  expect(await a.node.names.renew(keys, { signal })).toEqual({ renewed: 0, untaken: 0 })
})

test('a record published offline reaches routers by an online renewal, even after a restart', async () => {
  const datastore = new MemoryDatastore()
  const before = await start({ datastore })
  expect(await publish(before, A, '&allow-offline=true')).toEqual({ Name: nodeName(before), Value: A })
  const { signal } = new AbortController()
  const renew = async ({ node: { names, keys } }: TestNode): Promise<unknown> =>
    await names.renew(await keys.privateKeys(), { signal })
  expect(await renew(before)).toEqual({ renewed: 0, untaken: 0 })
  await before.node.stop()

  const after = await start({ datastore, online: true })
  expect(nodeName(after)).toBe(nodeName(before))
  expect(await renew(after)).toEqual({ renewed: 1, untaken: 0 })
  expect([...kept.keys()]).toEqual([nodeName(before)])
  expect(await renew(after)).toEqual({ renewed: 0, untaken: 0 })

  // The router restarts.
  kept.clear()
  await after.node.names.lost(await after.node.keys.privateKeys())
  expect(await renew(after)).toEqual({ renewed: 1, untaken: 0 })
  expect([...kept.keys()]).toEqual([nodeName(before)])
})

test('a failing router is reported if the name is not found', async () => {
  const b = await start()
  refuses = true
  expect(await resolve(b, nodeName(b).replace(/.$/, (last) => last), '&offline=true')).toEqual({
    Path: expect.any(String)
  })
  const stranger = 'k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4'
  expect(await resolve(b, stranger)).toMatchObject({ Message: `could not resolve name (${router.url}: answered 500)` })
  expect((await b.rpc(`name/get?arg=${stranger}`)).lines).toMatchObject([{
    Message: `routing: not found (${router.url}: answered 500)`
  }])
})

test('a second node with the same key continues the sequence numbers of the first', async () => {
  const a = await start({ online: true })
  await publish(a, A)
  await publish(a, B)
  const identity = await a.node.datastore.get((await import('../../node/identity/identity.ts')).IDENTITY_KEY)
  const datastore = new MemoryDatastore()
  await datastore.put((await import('../../node/identity/identity.ts')).IDENTITY_KEY, identity)
  const again = await start({ online: true, datastore })
  await publish(again, A)
  expect(await resolve(await start(), nodeName(a))).toEqual({ Path: A })
})

test('a record that was signed elsewhere is put to routers', async () => {
  const [a, b] = [await start(), await start()]
  await publish(a, A, '&allow-offline=true')
  const record = new Uint8Array(await (await a.open(`name/get?arg=${nodeName(a)}&offline=true`)).arrayBuffer())
  const form = new FormData()
  form.append('record', new Blob([record]))
  expect((await b.rpc(`name/put?arg=${nodeName(a)}&allow-delegated=true`, { body: form })).lines).toEqual([{
    Name: nodeName(a),
    Value: A,
    Places: [{ Place: router.url }]
  }])
  expect(kept.get(nodeName(a))).toEqual(record)
})

test('a disconnected node sends no requests', async () => {
  const b = await start({ config: { 'HTTPRetrieval.Enabled': false } })
  expect(await resolve(b, 'k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4')).toMatchObject({
    Message: 'could not resolve name'
  })
  expect(await publish(b, A, '&allow-delegated=true')).toMatchObject({
    Message: expect.stringContaining('no delegated publishers configured')
  })
  expect(router.asked).toEqual([])
})
