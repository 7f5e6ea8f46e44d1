import type { Page } from 'playwright'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { buildGoPeer, startGoPeer } from '../src/testing/go-peer.ts'
import { startSwarmNode } from '../src/testing/swarm-node.ts'
import { expect, killWorkers, registerWorker, rpc, test } from './fixtures/site.ts'

const SCRIPT = '/sw.js?swarm=on'

let peer: Awaited<ReturnType<typeof startSwarmNode>>

test.beforeEach(async () => { peer = await startSwarmNode() })
test.afterEach(async () => { await peer.node.stop() })

const ws = (): string => peer.addresses.find((address) => address.includes('/ws/')) ?? ''

async function json<T> (page: Page, target: string): Promise<T> {
  const { text } = await rpc(page, target)
  return JSON.parse(text) as T
}

/** A page of an app whose worker is a peer, and knows nobody. */
async function openPeerApp (page: Page, origin: string): Promise<void> {
  await registerWorker(page, origin, SCRIPT)
  await rpc(page, 'bootstrap/rm/all')
  await rpc(page, 'config?arg=Routing.Type&arg=none')
}

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

test('a peer of Go is met by WebTransport, and blocks go both ways', async ({ page, site }) => {
  test.setTimeout(400_000) // its first build takes minutes
  const built = buildGoPeer()
  test.skip('missing' in built, 'missing' in built ? built.missing : undefined)
  const { file } = built as { file: string }
  const go = await startGoPeer(file)

  try {
    const { Cid = '' } = await go.ask('put', { Data: btoa('from Go') })
    await openPeerApp(page, site.origin)
    const address = go.addresses.find((address) => address.includes('/webtransport/certhash/')) ?? ''
    expect(await json(page, `swarm/connect?arg=${encodeURIComponent(address)}`)).toEqual({ Strings: [`connect ${address.slice(address.lastIndexOf('/') + 1)} success`] })
    expect(await json(page, 'swarm/peers')).toMatchObject({ Peers: [{ Addr: expect.stringContaining('/webtransport') as unknown as string }] })
    expect((await rpc(page, `cat?arg=${Cid}&timeout=20s`)).text).toBe('from Go')

    const { Hash } = JSON.parse((await rpc(page, 'add?cid-version=1', { text: 'from the browser' })).text) as { Hash: string }
    expect(atob((await go.ask('get', { Cid: Hash })).Data ?? '')).toBe('from the browser')
  } finally {
    await go.kill()
    rmSync(dirname(file), { recursive: true })
  }
})
