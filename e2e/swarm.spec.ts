import { announceToNetwork } from '../src/node/announce-to-network.ts'
import { startKadServer } from '../src/testing/kad-server.ts'
import { startSwarmNode } from '../src/testing/swarm-node.ts'
import { json, openPeerApp } from './fixtures/peer-app.ts'
import { expect, killWorkers, rpc, test } from './fixtures/site.ts'

let peer: Awaited<ReturnType<typeof startSwarmNode>>

test.beforeEach(async () => { peer = await startSwarmNode() })
test.afterEach(async () => { await peer.node.stop() })

const ws = (): string => peer.addresses.find((address) => address.includes('/ws/')) ?? ''

async function addThere (bytes: Uint8Array): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([bytes as BlobPart]), 'f')
  return ((await peer.rpc('add?cid-version=1', { body: form })).lines[0] as { Hash: string }).Hash
}

test('the node in the worker meets a peer by WebSockets, and blocks go both ways', async ({ page, site }) => {
  await openPeerApp(page, site.origin)
  expect(await json(page, `swarm/connect?arg=${ws()}`)).toEqual({ Strings: [`connect ${peer.node.identity.peerId} success`] })
  expect(await json(page, 'swarm/peers?direction=true')).toMatchObject({ Peers: [{ Peer: String(peer.node.identity.peerId), Direction: 2 }] })

  // from there: a page of the gateway shows it
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, i) => (i * 31 + 7) % 251)
  const theirs = await addThere(bytes)
  expect(await page.evaluate(async (cid) => (await (await fetch(`/ipfs/${cid}`)).arrayBuffer()).byteLength, theirs)).toBe(bytes.length)

  // and back
  const { Hash } = JSON.parse((await rpc(page, 'add', { text: 'from the browser' })).text) as { Hash: string }
  expect((await peer.rpc(`cat?arg=${Hash}&timeout=20s`)).text).toBe('from the browser')
  expect(await json(page, `id?arg=${peer.node.identity.peerId}`)).toMatchObject({ AgentVersion: expect.stringContaining('swipfs') })
})

test('a worker that was stopped loads its part again, without the server, and what is here needs no peer', async ({ page, site }) => {
  await openPeerApp(page, site.origin)
  const { Hash } = JSON.parse((await rpc(page, 'add', { text: 'kept here' })).text) as { Hash: string }
  await killWorkers(page.context(), page)
  await site.stop()
  expect((await rpc(page, `cat?arg=${Hash}`)).text).toBe('kept here')
  expect(await json(page, `swarm/connect?arg=${ws()}`)).toEqual({ Strings: [`connect ${peer.node.identity.peerId} success`] })
})

test('an address that a worker cannot use is told apart', async ({ page, site }) => {
  await openPeerApp(page, site.origin)
  const tcp = peer.addresses.find((address) => !address.includes('/ws/')) ?? ''
  expect(await json(page, `swarm/connect?arg=${tcp}`)).toMatchObject({ Message: expect.stringContaining('no transport for protocol') })
})

test('what nobody connected has the worker finds by a server of the DHT, and names too', async ({ page, site }) => {
  const server = await startKadServer()
  const provider = await startSwarmNode({ providing: announceToNetwork, config: { 'Routing.Type': 'dht', 'Routing.LoopbackAddressesOnLanDHT': true } })

  try {
    const at = server.addresses.find((address) => address.includes('/ws/')) ?? ''
    await provider.rpc(`swarm/connect?arg=${at}`)
    const form = new FormData()
    form.append('file', new Blob(['found by the DHT']), 'f')
    const { Hash } = (await provider.rpc('add?cid-version=1', { body: form })).lines[0] as { Hash: string }
    expect((await provider.rpc(`routing/provide?arg=${Hash}`)).lines).toEqual([])

    await openPeerApp(page, site.origin)
    await rpc(page, 'config?arg=Routing.Type&arg=dht')
    await killWorkers(page.context(), page) // it counts from the next start on
    expect(await json(page, `swarm/connect?arg=${at}`)).toEqual({ Strings: [`connect ${server.id} success`] })
    expect(await page.evaluate(async (cid) => await (await fetch(`/ipfs/${cid}`)).text(), Hash)).toBe('found by the DHT')
    expect((await rpc(page, 'swarm/peers')).text).toContain(String(provider.node.identity.peerId))
    expect((await rpc(page, 'stats/dht?arg=lan')).text).toContain(server.id)

    // a name that was published by its record alone
    const { Name } = (await provider.rpc(`name/publish?arg=/ipfs/${Hash}`)).lines[0] as { Name: string }
    expect(await json(page, `name/resolve?arg=${Name}`)).toEqual({ Path: `/ipfs/${Hash}` })
  } finally {
    await provider.node.stop()
    await server.stop()
  }
})
