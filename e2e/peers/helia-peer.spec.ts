import { base36 } from 'multiformats/bases/base36'
import { CID } from 'multiformats/cid'
import type { Page } from 'playwright'
import { startRelay } from '../../scripts/serve/start-relay.mjs'
import { startHeliaPeer } from '../../src/testing/peers/helia-peer.ts'
import type { HeliaPeer } from '../../src/testing/peers/helia-peer.ts'
import { connect } from '../fixtures/build/is-served.ts'
import { json, openPeerApp, setForNextStart } from '../fixtures/page/peer-app.ts'
import { expect, rpc, test } from '../fixtures/site/site.ts'
import { publish, subscribe } from '../fixtures/site/topics.ts'

const TOPIC = 'with Helia'
const BIG_BYTES = 5 * 1024 * 1024

/** Address patterns of the transports, also used for `swarm/peers`. Node has no WebTransport. */
const TRANSPORTS: Record<string, RegExp> = {
  WebSockets: /\/tcp\/\d+\/ws\/p2p\/[^/]+$/,
  'WebRTC-direct': /\/webrtc-direct\/certhash\/[^/]+\/p2p\/[^/]+$/,
  'WebRTC, whom a relay introduces,': /\/p2p-circuit\/webrtc\/p2p\/[^/]+$/
}

let helia: HeliaPeer
let relay: Awaited<ReturnType<typeof startRelay>>

// A separate process: two instances of the native WebRTC module conflict in one process.
test.beforeEach(async () => {
  relay = await startRelay(['--port', '0', '--http-port', '0', '--host', '127.0.0.1'])
  helia = await startHeliaPeer({ relay: relay.relays[0] })
})

test.afterEach(async () => {
  relay.stop()
  await Promise.all([helia.stop(), relay.ended])
})

for (const [name, kind] of Object.entries(TRANSPORTS)) {
  test(
    `exchanges a folder with a large file, messages and names with a Helia node over ${name}`,
    async ({ page, site }) => {
      const address = helia.addresses.find((address) => kind.test(address))
      test.skip(address == null, 'this system has no WebRTC in Node')
      await openPeerApp(page, site.origin)
      await setForNextStart(page, { 'Pubsub.Enabled': true, 'Ipns.UsePubsub': true })
      await connect(page, address ?? '')

      // From here on there is no relay.
      relay.stop()
      await relay.ended
      expect(await json(page, 'swarm/peers')).toMatchObject({
        Peers: expect.arrayContaining([
          expect.objectContaining({
            Peer: String(helia.helia.libp2p.peerId),
            Addr: expect.stringMatching(/\/(ws|webrtc-direct\/certhash\/[^/]+|webrtc)$/) as unknown
          })
        ]) as unknown
      })

      const big = Uint8Array.from({ length: BIG_BYTES }, (_, i) => (i * 31 + (i >> 9)) % 251)
      let root = CID.parse('bafkqaaa')
      for await (
        const { cid } of helia.files.addAll([{ path: 'folder/big', content: big }, {
          path: 'folder/below/small',
          content: new TextEncoder().encode('from Helia')
        }])
      ) {
        root = cid
      }
      expect(
        await page.evaluate(async (path) => (await (await fetch(path)).arrayBuffer()).byteLength, `/ipfs/${root}/big`)
      ).toBe(BIG_BYTES)
      expect((await rpc(page, `cat?arg=${root}/below/small`)).text).toBe('from Helia')

      const { Hash } = JSON.parse(
        (await rpc(page, 'add?cid-version=1&pin=false', { randomBytes: BIG_BYTES })).text
      ) as {
        Hash: string
      }
      let bytes = 0
      for await (const chunk of helia.files.cat(CID.parse(Hash), { signal: AbortSignal.timeout(60_000) })) {
        bytes += chunk.byteLength
      }
      expect(bytes).toBe(BIG_BYTES)

      await messages(page)
      await names(page, Hash, root)
    }
  )
}

async function messages (page: Page): Promise<void> {
  const theirs: string[] = []
  helia.pubsub.addEventListener('message', ({ detail: { data, topic } }) => {
    if (topic === TOPIC) {
      theirs.push(new TextDecoder().decode(data))
    }
  })
  helia.pubsub.subscribe(TOPIC)
  const heard = await subscribe(page, TOPIC)
  await expect.poll(() => helia.pubsub.getSubscribers(TOPIC).length).toBe(1)
  await publish(page, TOPIC, 'from the browser')
  await expect.poll(() => theirs).toEqual(['from the browser'])
  await helia.pubsub.publish(TOPIC, new TextEncoder().encode('from Helia'))
  await expect.poll(heard).toEqual(['from the browser', 'from Helia'])
}

/**
 * Publishes and resolves names by pubsub only: resolving a name subscribes to it, and receives its next publication.
 */
async function names (page: Page, ours: string, theirs: CID): Promise<void> {
  const publishHere = async (): Promise<string> =>
    (await json<{ Name: string }>(page, `name/publish?arg=/ipfs/${ours}&timeout=30s`)).Name
  const name = await publishHere()

  const follow = async (): Promise<string> => {
    await publishHere()
    for await (
      const { record } of helia.names.resolve(CID.parse(name, base36), {
        nocache: true,
        signal: AbortSignal.timeout(2000)
      })
    ) {
      return new TextDecoder().decode(record.value)
    }
    return ''
  }

  await expect.poll(async () => await follow().catch(() => ''), { timeout: 60_000 }).toContain(ours)

  const { publicKey } = await helia.names.publish('key', theirs)
  const asked = publicKey.toCID().toString(base36)

  await expect.poll(async () => {
    const answer = rpc(page, `name/resolve?arg=${asked}&timeout=2s`)
    await helia.names.publish('key', theirs)
    return (await answer).text
  }, { timeout: 60_000 }).toContain(`"Path":"/ipfs/${theirs}"`)
}
