import type { BrowserContext, Page } from 'playwright'
import { startRelay } from '../../src/testing/peers/relay.ts'
import { startSwarmNode } from '../../src/testing/peers/swarm-node.ts'
import { openClientPage } from '../fixtures/page/client-page.ts'
import { json, openPeerApp, setForNextStart, webRtcAddress } from '../fixtures/page/peer-app.ts'
import { expect, rpc, test } from '../fixtures/site/site.ts'
import { publish, subscribe } from '../fixtures/site/topics.ts'

const MIB = 1024 * 1024

/** MiB in both directions at the same time. */
const THERE_MIB = 200
const BACK_MIB = 50

/** Repetitions: a relayed connection is limited to 128 KiB, after which another one is opened. */
const TIMES = 60

let relay: Awaited<ReturnType<typeof startRelay>>
let contexts: BrowserContext[]

test.beforeEach(async () => {
  contexts = []
  relay = await startRelay()
})

test.afterEach(async () => {
  await Promise.all(contexts.map(async (context) => {
    await context.close()
  }))
  await relay.stop()
})

test.describe('two browsers', () => {
  let near: Page
  let far: Page
  let origin: string

  test.beforeEach(async ({ browser, site }) => {
    contexts = [await browser.newContext(), await browser.newContext()]
    ;[near, far] = await Promise.all(contexts.map(async (context) => await context.newPage())) as [Page, Page]
    origin = site.origin
    await Promise.all([near, far].map(async (page) => {
      await openPeerApp(page, origin, [relay.address])
    }))
  })

  async function idOf (page: Page): Promise<string> {
    return (await json<{ ID: string }>(page, 'id')).ID
  }

  async function meet (): Promise<string> {
    const address = await webRtcAddress(far)
    expect(await json(near, `swarm/connect?arg=${encodeURIComponent(address)}`)).toEqual({
      Strings: [`connect ${await idOf(far)} success`]
    })
    return address
  }

  /** Returns peers with a direct connection. */
  async function directPeers (page: Page): Promise<string[]> {
    const { Peers } = await json<{ Peers: Array<{ Addr: string; Peer: string }> | null }>(page, 'swarm/peers')
    return (Peers ?? []).filter(({ Addr }) => Addr.includes('/webrtc')).map(({ Peer }) => Peer)
  }

  async function addThere (page: Page, randomBytes: number): Promise<string> {
    return (JSON.parse((await rpc(page, 'add?cid-version=1&quieter=true', { randomBytes })).text) as { Hash: string })
      .Hash
  }

  async function bytesHere (page: Page, cid: string): Promise<number> {
    return await page.evaluate(async (cid) => (await (await fetch(`/ipfs/${cid}`)).arrayBuffer()).byteLength, cid)
  }

  /**
   * Starts to read a content: a part is read, and the rest waits.
   *
   * @returns a function that reads the rest and returns the total bytes
   */
  async function begin (page: Page, cid: string): Promise<() => Promise<number>> {
    await page.evaluate(async (cid) => {
      const reader = (await fetch(`/ipfs/${cid}`)).body!.getReader()
      let read = 0
      while (read < 1024 * 1024) {
        read += (await reader.read()).value!.byteLength
      }
      Object.assign(window, {
        rest: async () => {
          for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
            read += value!.byteLength
          }
          return read
        }
      })
    }, cid)

    return async () =>
      await page.evaluate(async () => await (window as unknown as { rest: () => Promise<number> }).rest())
  }

  test('connect through a relay, and transfer 200 MiB and 50 MiB in both directions after it has gone', async () => {
    test.setTimeout(600_000)
    const address = await meet()
    const [nearId, farId] = [await idOf(near), await idOf(far)]
    expect(await directPeers(near)).toEqual([farId])
    expect(await directPeers(far)).toEqual([nearId])
    expect(await json(far, 'swarm/addrs/listen')).toMatchObject({
      Strings: expect.arrayContaining([address.slice(0, address.lastIndexOf('/p2p/'))])
    })
    expect(await json(far, 'swarm/addrs/local')).toMatchObject({
      Strings: expect.arrayContaining([address.slice(0, address.lastIndexOf('/p2p/'))])
    })

    await relay.stop()
    const [here, there] = await Promise.all([addThere(near, BACK_MIB * MIB), addThere(far, THERE_MIB * MIB)])
    expect(await Promise.all([bytesHere(near, there), bytesHere(far, here)])).toEqual([THERE_MIB * MIB, BACK_MIB * MIB])
    expect(await directPeers(near)).toEqual([farId])
  })

  test('exchange messages and follow names of each other without the relay', async () => {
    const settings = { 'Pubsub.Enabled': true, 'Ipns.UsePubsub': true }
    await Promise.all([near, far].map(async (page) => {
      await setForNextStart(page, settings)
    }))
    await meet()
    await relay.stop()
    const heard = await Promise.all([near, far].map(async (page) => await subscribe(page, 'us')))
    await publish(near, 'us', 'from near')
    await publish(far, 'us', 'from far')
    for (const of of heard) {
      await expect.poll(async () => (await of()).sort()).toEqual(['from far', 'from near'])
    }

    for (const [from, to] of [[near, far], [far, near]]) {
      const { Hash } = JSON.parse((await rpc(from, 'add?cid-version=1', { text: await idOf(from) })).text) as {
        Hash: string
      }
      const { Name } = await json<{ Name: string }>(from, `name/publish?arg=/ipfs/${Hash}`)
      expect(await json(to, `name/resolve?arg=${Name}&timeout=60s`)).toEqual({ Path: `/ipfs/${Hash}` })
    }
  })

  test('reconnect over limited relay connections', async () => {
    const address = await meet()
    const id = await idOf(far)

    // 128 KiB per connection are used up gradually.
    for (let i = 0; i < TIMES; i++) {
      const { Peers } = await json<{ Peers: Array<{ Addr: string }> }>(near, 'swarm/peers')
      const direct = Peers.find(({ Addr }) => Addr.endsWith('/webrtc'))?.Addr ?? 'none'
      expect(await json(near, `swarm/disconnect?arg=${encodeURIComponent(`${direct}/p2p/${id}`)}`)).toMatchObject({
        Strings: [expect.stringContaining('success')]
      })
      expect(await json(near, `swarm/connect?arg=${encodeURIComponent(address)}`)).toEqual({
        Strings: [`connect ${id} success`]
      })
      expect(await directPeers(near)).toEqual([id])
    }
  })

  for (
    const [how, leave] of Object.entries({
      'is closed': async (tab: Page) => {
        await tab.close()
      },
      // The event that a browser sends before it freezes a page; a browser under test freezes none.
      'is frozen': async (tab: Page) => {
        await tab.evaluate(() => {
          document.dispatchEvent(new Event('freeze'))
        })
      }
    })
  ) {
    test(`another tab takes over when the connecting tab ${how} during a transfer`, async () => {
      await meet()
      const cid = await addThere(far, 40 * MIB)
      const tab = await near.context().newPage()
      await tab.addInitScript(() => {
        const counted = { made: 0 }
        const Real = RTCPeerConnection
        Object.assign(window, {
          counted,
          RTCPeerConnection: class extends Real {
            constructor (...args: ConstructorParameters<typeof Real>) {
              super(...args)
              counted.made++
            }
          }
        })
      })
      await openClientPage(tab, origin)
      const made = async (): Promise<number> =>
        await tab.evaluate(() => (window as unknown as { counted: { made: number } }).counted.made)

      const rest = await begin(tab, cid)

      expect(await made()).toBe(0)
      await leave(near)
      expect(await rest()).toBe(40 * MIB)
      await expect.poll(made).toBeGreaterThan(0)
      const id = await idOf(far)
      await expect.poll(async () => await directPeers(tab)).toEqual([id])
    })
  }

  test('continues a transfer from another provider when the other browser has gone', async () => {
    const good = await startSwarmNode()
    const ws = encodeURIComponent(good.addresses.find((address) => address.includes('/ws/')) ?? '')

    try {
      const cid = await addThere(far, 40 * MIB)
      await rpc(far, `swarm/connect?arg=${ws}`)
      expect((await good.rpc(`pin/add?arg=${cid}&timeout=60s`)).status).toBe(200)
      await meet()

      const rest = await begin(near, cid)

      await contexts[1].close()
      expect((await json<{ DataReceived: number }>(near, 'bitswap/stat')).DataReceived).toBeLessThan(40 * MIB)
      await rpc(near, `swarm/connect?arg=${ws}`)
      expect(await rest()).toBe(40 * MIB)
      await expect.poll(async () => await directPeers(near)).toEqual([])
    } finally {
      await good.node.stop()
    }
  })

  test('reports that WebRTC needs a page, and uses other transports', async ({ page }) => {
    const address = await webRtcAddress(far)
    await openPeerApp(page, origin, [relay.address])
    // A page of this origin without the client library.
    await page.goto(`${origin}/manifest.webmanifest`)
    expect(await json(page, `swarm/connect?arg=${encodeURIComponent(address)}`)).toMatchObject({
      Message: expect.stringContaining('WebRTC needs an open page of this origin')
    })
    expect(await json(page, `swarm/connect?arg=${encodeURIComponent(relay.address)}`)).toMatchObject({
      Strings: [expect.stringContaining('success')]
    })

    // A page that is opened later is used.
    await openClientPage(page, origin)
    expect(await json(page, `swarm/connect?arg=${encodeURIComponent(address)}`)).toMatchObject({
      Strings: [expect.stringContaining('success')]
    })
  })
})
