import type { CID } from 'multiformats/cid'
import { announceToNetwork } from '../../src/node/maintenance/announce-to-network.ts'
import { MemoryBlockstore } from '../../src/store/blockstore/memory-blockstore.ts'
import { startKadServer } from '../../src/testing/peers/kad-server.ts'
import { startSwarmNode } from '../../src/testing/peers/swarm-node.ts'
import { openClientPage } from '../fixtures/page/client-page.ts'
import { json, openPeerApp, setForNextStart } from '../fixtures/page/peer-app.ts'
import { expect, killWorkers, rpc, test } from '../fixtures/site/site.ts'
import { publish, subscribe } from '../fixtures/site/topics.ts'

const SLOW_MS = 100

let peer: Awaited<ReturnType<typeof startSwarmNode>>

test.beforeEach(async () => {
  peer = await startSwarmNode()
})
test.afterEach(async () => {
  await peer.node.stop()
})

const ws = (): string => peer.addresses.find((address) => address.includes('/ws/')) ?? ''

async function addThere (bytes: Uint8Array): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([bytes as BlobPart]), 'f')
  return ((await peer.rpc('add?cid-version=1', { body: form })).lines[0] as { Hash: string }).Hash
}

/** Returns blocks so slowly that a request for many of them can be stopped in the middle. */
class SlowBlockstore extends MemoryBlockstore {
  override async bytes (cid: CID): Promise<Uint8Array> {
    await new Promise((resolve) => {
      setTimeout(resolve, SLOW_MS)
    })
    return await super.bytes(cid)
  }
}

test('exchanges blocks with a peer over WebSockets', async ({ page, site }) => {
  await openPeerApp(page, site.origin)
  expect(await json(page, `swarm/connect?arg=${ws()}`)).toEqual({
    Strings: [`connect ${peer.node.identity.peerId} success`]
  })
  expect(await json(page, 'swarm/peers?direction=true')).toMatchObject({
    Peers: [{ Peer: String(peer.node.identity.peerId), Direction: 2 }]
  })

  // From there: a page of the gateway shows it.
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 31 + 7) % 251)
  const theirs = await addThere(bytes)
  expect(await page.evaluate(async (cid) => (await (await fetch(`/ipfs/${cid}`)).arrayBuffer()).byteLength, theirs))
    .toBe(bytes.length)

  // And back.
  const { Hash } = JSON.parse((await rpc(page, 'add', { text: 'from the browser' })).text) as { Hash: string }
  expect((await peer.rpc(`cat?arg=${Hash}&timeout=20s`)).text).toBe('from the browser')
  expect(await json(page, `id?arg=${peer.node.identity.peerId}`)).toMatchObject({
    AgentVersion: expect.stringContaining('swipfs')
  })
})

test('exchanges blocks with a peer by the gateways over libp2p of both', async ({ page, site }) => {
  await peer.node.stop()
  peer = await startSwarmNode({
    config: { 'Experimental.GatewayOverLibp2p': true, 'Bitswap.ServerEnabled': false }
  })
  await openPeerApp(page, site.origin)
  await setForNextStart(page, { 'Experimental.GatewayOverLibp2p': true, 'Bitswap.ServerEnabled': false })
  await killWorkers(page.context(), page)
  expect(await json(page, `swarm/connect?arg=${ws()}`)).toEqual({
    Strings: [`connect ${peer.node.identity.peerId} success`]
  })

  const theirs = await addThere(new TextEncoder().encode('over HTTP'))
  expect((await rpc(page, `cat?arg=${theirs}&timeout=60s`)).text).toBe('over HTTP')
  const { Hash } = JSON.parse((await rpc(page, 'add?cid-version=1', { text: 'from the browser' })).text) as {
    Hash: string
  }
  expect((await peer.rpc(`cat?arg=${Hash}&timeout=60s`)).text).toBe('from the browser')
  expect(await json(page, 'bitswap/stat')).toMatchObject({ BlocksReceived: 0, BlocksSent: 0 })
})

test(
  'a restarted worker loads its swarm part without the server, and serves local content without peers',
  async ({ page, site }) => {
    await openPeerApp(page, site.origin)
    const { Hash } = JSON.parse((await rpc(page, 'add', { text: 'kept here' })).text) as { Hash: string }
    await killWorkers(page.context(), page)
    await site.stop()
    expect((await rpc(page, `cat?arg=${Hash}`)).text).toBe('kept here')
    expect(await json(page, `swarm/connect?arg=${ws()}`)).toEqual({
      Strings: [`connect ${peer.node.identity.peerId} success`]
    })
  }
)

test('a restarted worker resumes a transfer from a peer by itself', async ({ page, site }) => {
  await peer.node.stop()
  peer = await startSwarmNode({ blockstore: new SlowBlockstore() })
  await openPeerApp(page, site.origin)
  await setForNextStart(page, {
    'Peering.Peers': [{ ID: String(peer.node.identity.peerId), Addrs: [ws().replace(/\/p2p\/.*/, '')] }]
  })
  const bytes = Uint8Array.from({ length: 20_000_000 }, (_, i) => (i * 31 + (i >> 8)) % 251)
  const cid = await addThere(bytes)
  const got = async (): Promise<number> => (await json<{ BlocksReceived: number }>(page, 'bitswap/stat')).BlocksReceived

  // The browser repeats a request if its answer has not begun.
  await page.evaluate(async (cid) => {
    const answer = await fetch(`/api/v0/pin/add?arg=${cid}&progress=true`, { method: 'POST' })
    Object.assign(window, { call: answer.text().catch((err: Error) => `broken: ${err.message}`) })
  }, cid)

  await expect.poll(got, { intervals: [5] }).toBeGreaterThan(5)
  await killWorkers(page.context(), page)
  expect(await page.evaluate(async () => await (window as unknown as { call: Promise<string> }).call)).toContain(
    'broken'
  )

  // It resumes without another request.
  await rpc(page, 'version')
  await expect.poll(async () => (await rpc(page, `pin/ls?arg=${cid}`)).status, { timeout: 60_000 }).toBe(200)
  expect(await got()).toBeGreaterThan(0)
  expect((await rpc(page, `dag/stat?arg=${cid}&offline=true`)).status).toBe(200)
})

test('reports addresses that a worker cannot dial', async ({ page, site }) => {
  await openPeerApp(page, site.origin)
  const tcp = peer.addresses.find((address) => !address.includes('/ws/')) ?? ''
  expect(await json(page, `swarm/connect?arg=${tcp}`)).toMatchObject({
    Message: expect.stringContaining('no transport for protocol')
  })
})

test('finds content and names through a DHT server', async ({ page, site }) => {
  const server = await startKadServer()
  const provider = await startSwarmNode({
    providing: announceToNetwork,
    config: { 'Routing.Type': 'dht', 'Routing.LoopbackAddressesOnLanDHT': true }
  })

  try {
    const at = server.addresses.find((address) => address.includes('/ws/')) ?? ''
    await provider.rpc(`swarm/connect?arg=${at}`)
    const form = new FormData()
    form.append('file', new Blob(['found by the DHT']), 'f')
    const { Hash } = (await provider.rpc('add?cid-version=1', { body: form })).lines[0] as { Hash: string }
    expect((await provider.rpc(`routing/provide?arg=${Hash}`)).lines).toEqual([])

    await openPeerApp(page, site.origin)
    await rpc(page, 'config?arg=Routing.Type&arg=dht')
    await killWorkers(page.context(), page) // It applies after a restart.
    expect(await json(page, `swarm/connect?arg=${at}`)).toEqual({ Strings: [`connect ${server.id} success`] })
    expect(await page.evaluate(async (cid) => await (await fetch(`/ipfs/${cid}`)).text(), Hash)).toBe(
      'found by the DHT'
    )
    expect((await rpc(page, 'swarm/peers')).text).toContain(String(provider.node.identity.peerId))
    expect((await rpc(page, 'stats/dht?arg=lan')).text).toContain(server.id)

    // A name that was published only by its record.
    const { Name } = (await provider.rpc(`name/publish?arg=/ipfs/${Hash}`)).lines[0] as { Name: string }
    expect(await json(page, `name/resolve?arg=${Name}`)).toEqual({ Path: `/ipfs/${Hash}` })
  } finally {
    await provider.node.stop()
    await server.stop()
  }
})

test('the next worker republishes a name over pubsub', async ({ page, site }) => {
  await peer.node.stop()
  peer = await startSwarmNode({ config: { 'Ipns.UsePubsub': true } })
  await openPeerApp(page, site.origin)
  await setForNextStart(page, {
    'Ipns.UsePubsub': true,
    'Peering.Peers': [{ ID: String(peer.node.identity.peerId), Addrs: [ws().replace(/\/p2p\/.*/, '')] }]
  })
  const { Name } = await json<{ Name: string }>(page, 'name/publish?arg=/ipfs/bafkqabtimvwgy3yk')

  // No other peer has received it yet.
  await killWorkers(page.context(), page)
  await expect.poll(async () => {
    await rpc(page, 'version')
    return (await peer.rpc(`name/resolve?arg=${Name}&nocache=true&timeout=2s`)).lines
  }, { timeout: 90_000 }).toEqual([{ Path: '/ipfs/bafkqabtimvwgy3yk' }])
})

test(
  'tabs share one pubsub subscription, each receives messages, and it lasts until the last tab closes',
  async ({ page, context, site }) => {
    const topic = 'of all tabs'
    const encoded = `u${Buffer.from(topic).toString('base64url')}`
    await peer.node.stop()
    peer = await startSwarmNode({ config: { 'Pubsub.Enabled': true } })
    await openPeerApp(page, site.origin)
    await setForNextStart(page, { 'Pubsub.Enabled': true })
    await rpc(page, `swarm/connect?arg=${ws()}`)
    const { ID: self } = await json<{ ID: string }>(page, 'id')
    const theirs = (await peer.open(`pubsub/sub?arg=${encoded}`)).body!.getReader()
    const tabs = [await context.newPage(), await context.newPage()]
    await Promise.all(tabs.map(async (tab) => {
      await openClientPage(tab, site.origin)
    }))
    const heard = await Promise.all(tabs.map(async (tab) => await subscribe(tab, topic)))
    const followers = async (): Promise<string[] | null> =>
      ((await peer.rpc(`pubsub/peers?arg=${encoded}`)).lines[0] as { Strings: string[] | null }).Strings
    const followed = async (): Promise<string[] | null> =>
      (await json<{ Strings: string[] | null }>(page, 'pubsub/ls')).Strings
    await expect.poll(followers).toEqual([self])
    expect(await followed()).toEqual([encoded])

    await publish(page, topic, 'from one tab')
    for (const of of heard) {
      await expect.poll(of).toEqual(['from one tab'])
    }
    expect(new TextDecoder().decode((await theirs.read()).value).trim().split('\n')).toHaveLength(1)

    await tabs[0].close()
    await publish(page, topic, 'to who is left')
    await expect.poll(heard[1]).toEqual(['from one tab', 'to who is left'])
    expect([await followed(), await followers()]).toEqual([[encoded], [self]])

    await tabs[1].close()
    await expect.poll(async () => (await followed()) ?? []).toEqual([])
    await expect.poll(async () => (await followers()) ?? []).toEqual([])
    await theirs.cancel()
  }
)
