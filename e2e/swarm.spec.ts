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
