import { startKubo } from '../../bench/tools/targets.mjs'
import { connect } from '../fixtures/build/is-served.ts'
import { json, openPeerApp, setForNextStart } from '../fixtures/page/peer-app.ts'
import { expect, rpc, test } from '../fixtures/site/site.ts'
import { publish, subscribe } from '../fixtures/site/topics.ts'

const TOPIC = 'with Kubo'
const ENCODED = `u${Buffer.from(TOPIC).toString('base64url')}`
const BIG_BYTES = 5 * 1024 * 1024

/** A Kubo daemon, if `KUBO_BIN` is set. */
let kubo: NonNullable<Awaited<ReturnType<typeof startKubo>>>

test.beforeAll(async () => {
  test.setTimeout(120_000)
  const started = await startKubo('http://127.0.0.1', { peer: true })
  test.skip(started == null, 'KUBO_BIN names no Kubo')
  kubo = started!
})

test.afterAll(async () => {
  await (kubo as typeof kubo | undefined)?.stop()
})

async function postToKubo (target: string, body?: FormData): Promise<Response> {
  return await fetch(`${kubo.rpc}/api/v0/${target}`, { method: 'POST', ...body == null ? {} : { body } })
}

/** Returns the last value of an answer. */
async function ask<T> (target: string, body?: FormData): Promise<T> {
  return JSON.parse((await (await postToKubo(target, body)).text()).trim().split('\n').at(-1) ?? '') as T
}

function form (name: string, content: BlobPart): FormData {
  const body = new FormData()
  body.append(name, new Blob([content]), 'f')
  return body
}

for (
  const [transport, kind] of Object.entries({
    ws: /\/ws\/p2p\//,
    webtransport: /\/webtransport\/certhash\//,
    'webrtc-direct': /\/webrtc-direct\/certhash\//
  })
) {
  test(`exchanges files, messages and names with a Kubo daemon over ${transport}`, async ({ page, site }) => {
    test.setTimeout(120_000)
    await openPeerApp(page, site.origin)
    await setForNextStart(page, {
      'Pubsub.Enabled': true,
      'Ipns.UsePubsub': true,
      'Routing.Type': 'dht',
      'Routing.LoopbackAddressesOnLanDHT': true
    })
    const { ID, Addresses } = await ask<{ ID: string; Addresses: string[] }>('id')
    await connect(page, Addresses.find((address) => kind.test(address)) ?? '')
    expect(await json(page, 'swarm/peers')).toMatchObject({
      Peers: [{ Peer: ID, Addr: expect.stringContaining(`/${transport}`) as unknown }]
    })
    const { ID: self } = await json<{ ID: string }>(page, 'id')
    expect(await ask(`ping?arg=${self}&count=1`)).toMatchObject({
      Success: true,
      Text: expect.stringMatching(/^Average latency: /) as unknown
    })
    expect((await rpc(page, `ping?arg=${ID}&count=1`)).text).toContain('Average latency: ')

    const bytes = Uint8Array.from({ length: BIG_BYTES }, (_, i) => (i * 31 + (i >> 9)) % 251)
    const { Hash: theirs } = await ask<{ Hash: string }>('add?cid-version=1', form('file', bytes))
    expect(await page.evaluate(async (cid) => (await (await fetch(`/ipfs/${cid}`)).arrayBuffer()).byteLength, theirs))
      .toBe(BIG_BYTES)
    const { Hash: ours } = JSON.parse(
      (await rpc(page, 'add?cid-version=1&quieter=true', { randomBytes: BIG_BYTES })).text
    ) as { Hash: string }
    expect((await (await postToKubo(`cat?arg=${ours}&timeout=60s`)).arrayBuffer()).byteLength).toBe(BIG_BYTES)

    const messages = (await postToKubo(`pubsub/sub?arg=${ENCODED}`)).body!.getReader()
    const heard = await subscribe(page, TOPIC)
    // Kubo may notice half a minute later that a browser was closed.
    await expect.poll(async () =>
      (await ask<{ Strings: string[] | null }>(`pubsub/peers?arg=${ENCODED}`)).Strings ?? []
    ).toContain(self)
    await publish(page, TOPIC, 'from the browser')
    expect(JSON.parse(new TextDecoder().decode((await messages.read()).value))).toMatchObject({
      from: self,
      data: `u${Buffer.from('from the browser').toString('base64url')}`
    })
    await postToKubo(`pubsub/pub?arg=${ENCODED}`, form('data', 'from Kubo'))
    await expect.poll(heard).toEqual(['from the browser', 'from Kubo'])
    await messages.cancel()

    const { Name: name } = await json<{ Name: string }>(page, `name/publish?arg=/ipfs/${ours}`)
    expect(await ask(`name/resolve?arg=${name}&nocache=true&timeout=60s`)).toEqual({ Path: `/ipfs/${ours}` })
    const { Name: kubosName } = await ask<{ Name: string }>(`name/publish?arg=/ipfs/${theirs}&allow-offline=true`)
    expect(await json(page, `name/resolve?arg=${kubosName}&nocache=true&timeout=60s`)).toEqual({
      Path: `/ipfs/${theirs}`
    })
  })
}
