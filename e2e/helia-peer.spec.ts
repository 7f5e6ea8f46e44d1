import { CID } from 'multiformats/cid'
import { startHeliaPeer } from '../src/testing/helia-peer.ts'
import type { HeliaPeer } from '../src/testing/helia-peer.ts'
import { openPeerApp, setForNextStart } from './fixtures/peer-app.ts'
import { connect } from './fixtures/is-served.ts'
import { publish, subscribe } from './fixtures/topics.ts'
import { expect, rpc, test } from './fixtures/site.ts'

const TOPIC = 'with Helia'
const BIG_BYTES = 5 * 1024 * 1024

let helia: HeliaPeer

test.beforeEach(async () => { helia = await startHeliaPeer() })
test.afterEach(async () => { await helia.stop() })

test('a node of Helia is met by WebSockets, and a folder with a big file and messages go both ways', async ({ page, site }) => {
  await openPeerApp(page, site.origin)
  await setForNextStart(page, { 'Pubsub.Enabled': true })
  await connect(page, helia.addresses.find((address) => address.includes('/ws/')) ?? '')

  const big = Uint8Array.from({ length: BIG_BYTES }, (_, i) => (i * 31 + (i >> 9)) % 251)
  let root = CID.parse('bafkqaaa')
  for await (const { cid } of helia.files.addAll([{ path: 'folder/big', content: big }, { path: 'folder/below/small', content: new TextEncoder().encode('from Helia') }])) root = cid
  expect(await page.evaluate(async (path) => (await (await fetch(path)).arrayBuffer()).byteLength, `/ipfs/${root}/big`)).toBe(BIG_BYTES)
  expect((await rpc(page, `cat?arg=${root}/below/small`)).text).toBe('from Helia')

  const { Hash } = JSON.parse((await rpc(page, 'add?cid-version=1&pin=false', { randomBytes: BIG_BYTES })).text) as { Hash: string }
  let bytes = 0
  for await (const chunk of helia.files.cat(CID.parse(Hash), { signal: AbortSignal.timeout(60_000) })) bytes += chunk.byteLength
  expect(bytes).toBe(BIG_BYTES)

  const theirs: string[] = []
  helia.pubsub.addEventListener('message', ({ detail: { data, topic } }) => { if (topic === TOPIC) theirs.push(new TextDecoder().decode(data)) })
  helia.pubsub.subscribe(TOPIC)
  const heard = await subscribe(page, TOPIC)
  await expect.poll(() => helia.pubsub.getSubscribers(TOPIC).length).toBe(1)
  await publish(page, TOPIC, 'from the browser')
  await expect.poll(() => theirs).toEqual(['from the browser'])
  await helia.pubsub.publish(TOPIC, new TextEncoder().encode('from Helia'))
  await expect.poll(heard).toEqual(['from the browser', 'from Helia'])
})
