import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { startStaticServer } from '../../scripts/serve/static-server/static-server.mjs'
import { startRelay } from '../../src/testing/peers/relay.ts'
import { startSwarmNode } from '../../src/testing/peers/swarm-node.ts'
import { goPeerOf } from '../fixtures/peers/go-peer-of.ts'
import { unregisterWorkers } from '../fixtures/site/unregister-workers.ts'
import { forwardUdp } from './fixtures/forward-udp.ts'
import type { OtherBrowser } from './fixtures/other-browser.ts'
import { ownAddress } from './fixtures/own-address.ts'
import { call, json, openApp, readTarget } from './fixtures/page.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

const DIST = fileURLToPath(new URL('../../dist', import.meta.url))
const TOPIC = 'between languages'
const ENCODED = `u${Buffer.from(TOPIC).toString('base64url')}`
const BYTES = 5 * 1024 * 1024

/** Transports: the page API that each needs, its address pattern, and what it carries in both directions. */
const TRANSPORTS = {
  WebTransport: { needs: 'WebTransport', kind: '/webtransport/certhash/', goes: 'blocks, messages and names' },
  // No names: its address belongs, or may belong, to neither the public nor the local DHT.
  'WebRTC-direct': { needs: 'RTCPeerConnection', kind: '/webrtc-direct/certhash/', goes: 'blocks and messages' }
}

/**
 * Settings without peers: these browsers have full network access, so the node must be isolated before it becomes a
 * peer.
 */
const NOBODY = { Bootstrap: [], 'Routing.Type': 'none', 'HTTPRetrieval.Gateways': [], 'AutoConf.Enabled': false }

let peer: Awaited<ReturnType<typeof startSwarmNode>>
let server: Awaited<ReturnType<typeof startStaticServer>>
let swarm = false

test.beforeEach(async () => {
  peer = await startSwarmNode()
  server = await startStaticServer({
    root: DIST,
    port: 0,
    instead: { '/relay.json': async () => JSON.stringify({ swarm }) }
  })
})

test.afterEach(async () => {
  await server.close()
  await peer.node.stop()
})

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function becomePeer (browser: OtherBrowser, settings: Record<string, unknown> = {}): Promise<void> {
  swarm = false
  const site = {
    origin: `http://node.localhost:${server.port}`,
    port: server.port,
    start: async () => {},
    stop: async () => {}
  }
  await openApp(browser, site)

  for (const [key, value] of Object.entries({ ...NOBODY, ...settings })) {
    expect((await call(browser, `config?arg=${key}&arg=${encodeURIComponent(JSON.stringify(value))}&json=true`)).status)
      .toBe(200)
  }

  swarm = true

  // In WebKit a worker stays briefly after its page was closed, and the next page would find it.
  await expect(async () => {
    await unregisterWorkers(browser)
    await browser.goto('about:blank')
    await openApp(browser, site)
    expect(await browser.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/swarm=on$/)
  }).toPass()
}

/**
 * Subscribes to the topic.
 *
 * @returns a function that returns the received messages
 */
async function subscribe (browser: OtherBrowser): Promise<() => Promise<string>> {
  await browser.evaluate((target: string) => {
    const said = { text: '' }
    Object.assign(window, { said })

    // This browser delivers the headers of an answer with its first bytes.
    void (async () => {
      const reader = (await fetch(target, { method: 'POST' })).body!.getReader()
      for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
        said.text += new TextDecoder().decode(value)
      }
    })()
  }, `/api/v0/pubsub/sub?arg=${ENCODED}`)

  return async () => await browser.evaluate(() => (window as unknown as { said: { text: string } }).said.text)
}

inEachBrowser((kind) => {
  // A stalled engine fails only its own test.
  test.setTimeout(120_000)

  test('exchanges files with a peer over WebSockets', async ({ visitor }) => {
    await becomePeer(visitor)
    const ws = peer.addresses.find((address) => address.includes('/ws/')) ?? ''
    expect(await json(visitor, `swarm/connect?arg=${encodeURIComponent(ws)}&timeout=30s`)).toEqual({
      Strings: [`connect ${peer.node.identity.peerId} success`]
    })

    const bytes = Uint8Array.from({ length: BYTES }, (_, i) => (i * 31 + (i >> 9)) % 251)
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'f')
    const { Hash: theirs } = (await peer.rpc('add?cid-version=1', { body: form })).lines[0] as { Hash: string }
    expect(await readTarget(visitor, `/ipfs/${theirs}`)).toMatchObject({
      status: 200,
      bytes: BYTES,
      sha256: sha256(bytes),
      broken: false
    })

    const ours = await json<{ Hash: string }>(visitor, 'add?cid-version=1&pin=false', { randomBytes: BYTES })
    const answer = await peer.open(`cat?arg=${ours.Hash}&timeout=60s`)
    expect(sha256(new Uint8Array(await answer.arrayBuffer()))).toBe(ours.sha256)

    expect(await json(visitor, 'swarm/peers?direction=true')).toMatchObject({
      Peers: [{ Peer: String(peer.node.identity.peerId), Direction: 2 }]
    })
    expect(await json(visitor, `ping?arg=${peer.node.identity.peerId}&count=1&timeout=20s`)).toMatchObject({
      Success: true
    })
  })

  test(
    'two nodes connect by WebRTC through a relay if supported, and exchange blocks, messages and names without it',
    async ({ shared }) => {
      const browser = await shared(kind)
      test.skip(browser == null, 'two visitors of this browser cannot be apart')
      const both = [await browser!.apart(), await browser!.apart()]
      const relay = await startRelay()

      try {
        for (const visitor of both) {
          await becomePeer(visitor, {
            'Pubsub.Enabled': true,
            'Ipns.UsePubsub': true,
            'Swarm.RelayClient.StaticRelays': [relay.address]
          })
        }
        test.skip(
          !await both[0].evaluate(() => 'RTCPeerConnection' in globalThis),
          'this browser has no RTCPeerConnection'
        )
        const [near, far] = both
        const { ID: id } = await json<{ ID: string }>(far, 'id')
        const address = async (): Promise<string | undefined> =>
          (await json<{ Addresses: string[] | null }>(far, 'id')).Addresses?.find((address) =>
            address.includes('/p2p-circuit/webrtc/p2p/')
          )
        await expect.poll(address).toBeDefined()
        expect(await json(near, `swarm/connect?arg=${encodeURIComponent(await address() ?? '')}&timeout=30s`)).toEqual({
          Strings: [`connect ${id} success`]
        })
        await relay.stop()
        expect(await json(near, 'swarm/peers')).toMatchObject({
          Peers: [{ Peer: id, Addr: expect.stringContaining('/webrtc') as unknown }]
        })

        for (const [from, to] of [[near, far], [far, near]]) {
          const { Hash, sha256 } = await json<{ Hash: string; sha256: string }>(from, 'add?cid-version=1&pin=false', {
            randomBytes: BYTES
          })
          expect(await readTarget(to, `/ipfs/${Hash}`)).toMatchObject({
            status: 200,
            bytes: BYTES,
            sha256,
            broken: false
          })
          const { Name } = await json<{ Name: string }>(from, `name/publish?arg=/ipfs/${Hash}`)
          expect(await json(to, `name/resolve?arg=${Name}&timeout=30s`)).toEqual({ Path: `/ipfs/${Hash}` })
          const heard = await subscribe(to)
          await expect.poll(async () =>
            (await json<{ Strings: string[] | null }>(from, `pubsub/peers?arg=${ENCODED}`)).Strings
          ).toHaveLength(1)
          expect((await call(from, `pubsub/pub?arg=${ENCODED}`, { randomBytes: 10 })).status).toBe(200)
          await expect.poll(heard).toContain('"data"')
        }
      } finally {
        for (const visitor of both) {
          await visitor.close()
        }
        await relay.stop()
      }
    }
  )

  for (const [transport, { needs, kind, goes }] of Object.entries(TRANSPORTS)) {
    test(
      `the node meets a peer of Go by ${transport} where the browser has it, hears who it is, and ${goes} go both ways`,
      async ({ visitor }) => {
        await visitor.goto(`http://node.localhost:${server.port}/`)
        test.skip(!await visitor.evaluate((needs) => needs in globalThis, needs), `this browser has no ${needs}`)
        const host = ownAddress()
        test.skip(transport === 'WebRTC-direct' && host == null, 'this machine has no address but the loopback')
        const { go, end } = await goPeerOf(test)
        let endForward = (): void => {}

        try {
          await becomePeer(visitor, {
            'Pubsub.Enabled': true,
            'Routing.Type': 'dht',
            'Routing.LoopbackAddressesOnLanDHT': true
          })
          let address = go.addresses.find((address) => address.includes(kind)) ?? ''

          if (transport === 'WebRTC-direct') {
            const forward = await forwardUdp(host!, Number(/\/udp\/(\d+)\//.exec(address)?.[1]))
            endForward = forward.end
            address = address.replace(/^\/ip4\/[^/]+\/udp\/\d+/, `/ip4/${host}/udp/${forward.port}`)
          }

          const id = address.slice(address.lastIndexOf('/') + 1)
          expect(await json(visitor, `swarm/connect?arg=${encodeURIComponent(address)}&timeout=30s`)).toEqual({
            Strings: [`connect ${id} success`]
          })
          expect(await json(visitor, `id?arg=${id}`)).toMatchObject({
            AgentVersion: expect.stringMatching(/./) as unknown,
            Protocols: expect.arrayContaining(['/meshsub/1.1.0', '/ipfs/lan/kad/1.0.0']) as string[]
          })
          const { Cids = [] } = await go.ask('fill', { Count: 1, Size: 900_000 })
          expect(await json(visitor, `block/stat?arg=${Cids[0]}&timeout=30s`)).toEqual({ Key: Cids[0], Size: 900_000 })
          const { Hash } = await json<{ Hash: string }>(visitor, 'add?cid-version=1&pin=false', {
            randomBytes: 100_000
          })
          expect((await go.ask('get', { Cid: Hash })).Data?.length).toBeGreaterThan(100_000)

          await go.ask('subscribe', { Topic: TOPIC })
          const heard = await subscribe(visitor)
          await expect.poll(async () =>
            (await json<{ Strings: string[] }>(visitor, `pubsub/peers?arg=${ENCODED}`)).Strings
          ).toEqual([id])
          expect((await call(visitor, `pubsub/pub?arg=${ENCODED}`, { randomBytes: 10 })).status).toBe(200)
          expect(atob((await go.ask('next', { Topic: TOPIC })).Data ?? '')).toHaveLength(10)
          await go.ask('publish', { Topic: TOPIC, Data: btoa('from Go') })
          await expect.poll(heard).toContain(`u${Buffer.from('from Go').toString('base64url')}`)

          if (!goes.includes('names')) {
            return
          }

          // Its DHT server has the records of the browser, and those of others.
          const { Name } = await json<{ Name: string }>(visitor, `name/publish?arg=/ipfs/${Hash}`)
          expect((await go.ask('record', { Topic: (await json<{ ID: string }>(visitor, 'id')).ID })).Data).toBeDefined()
          const other = await startSwarmNode({
            config: { 'Routing.Type': 'dht', 'Routing.LoopbackAddressesOnLanDHT': true }
          })

          try {
            await other.rpc(`swarm/connect?arg=${go.addresses.find((address) => /\/tcp\/\d+\/p2p/.test(address))}`)
            expect((await other.rpc(`name/resolve?arg=${Name}&timeout=60s`)).lines).toEqual([{ Path: `/ipfs/${Hash}` }])
            const { Name: theirs } = (await other.rpc(`name/publish?arg=/ipfs/${Cids[0]}`)).lines[0] as { Name: string }
            expect(await json(visitor, `name/resolve?arg=${theirs}&timeout=60s`)).toMatchObject({
              Path: `/ipfs/${Cids[0]}`
            })
          } finally {
            await other.node.stop()
          }
        } finally {
          endForward()
          await end()
        }
      }
    )
  }
})
