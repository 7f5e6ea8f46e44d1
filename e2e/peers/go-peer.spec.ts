import type { GoPeer } from '../../src/testing/peers/go-peer.ts'
import { startSwarmNode } from '../../src/testing/peers/swarm-node.ts'
import { json, openPeerApp, setForNextStart } from '../fixtures/page/peer-app.ts'
import { GO_TRANSPORTS, goPeerOf } from '../fixtures/peers/go-peer-of.ts'
import { expect, rpc, test } from '../fixtures/site/site.ts'
import { publish, subscribe } from '../fixtures/site/topics.ts'

const MIB = 1024 * 1024
const TOPIC = 'between languages'

let go: GoPeer
let end: (() => Promise<void>) | undefined

test.beforeEach(async () => {
  ;({ go, end } = await goPeerOf(test))
})

test.afterEach(async () => {
  await end?.()
  end = undefined
})

for (const [transport, kind] of GO_TRANSPORTS) {
  test(`exchanges blocks, messages and names with a Go peer over ${transport}`, async ({ page, site }) => {
    const { Cid = '' } = await go.ask('put', { Data: btoa('from Go') })
    await openPeerApp(page, site.origin)
    await setForNextStart(page, {
      'Pubsub.Enabled': true,
      'Routing.Type': 'dht',
      'Routing.LoopbackAddressesOnLanDHT': true
    })
    const address = go.addresses.find((address) => kind.test(address)) ?? ''
    expect(await json(page, `swarm/connect?arg=${encodeURIComponent(address)}`)).toEqual({
      Strings: [`connect ${address.slice(address.lastIndexOf('/') + 1)} success`]
    })
    expect(await json(page, 'swarm/peers')).toMatchObject({
      Peers: [{ Addr: expect.stringContaining(`/${transport}`) as unknown as string }]
    })
    expect((await rpc(page, `cat?arg=${Cid}&timeout=20s`)).text).toBe('from Go')

    const { Hash } = JSON.parse((await rpc(page, 'add?cid-version=1', { text: 'from the browser' })).text) as {
      Hash: string
    }
    expect(atob((await go.ask('get', { Cid: Hash })).Data ?? '')).toBe('from the browser')

    // Enough blocks to fill the send window several times.
    const { Hash: large } = JSON.parse(
      (await rpc(page, 'add?cid-version=1&quieter=true', { randomBytes: 20 * MIB })).text
    ) as { Hash: string }
    const blocks = (await rpc(page, `refs?arg=${large}&recursive=true`)).text.trim().split('\n').map((line) =>
      (JSON.parse(line) as { Ref: string }).Ref
    )
    await go.ask('fetch', { Cids: [large, ...blocks] })

    await go.ask('subscribe', { Topic: TOPIC })
    const heard = await subscribe(page, TOPIC)
    await publish(page, TOPIC, 'from the browser')
    expect(atob((await go.ask('next', { Topic: TOPIC })).Data ?? '')).toBe('from the browser')
    await go.ask('publish', { Topic: TOPIC, Data: btoa('from Go') })
    await expect.poll(heard).toEqual(['from the browser', 'from Go'])

    // Its DHT server has the records of the browser, and those of others.
    const { Name } = await json<{ Name: string }>(page, `name/publish?arg=/ipfs/${Hash}`)
    expect((await go.ask('record', { Topic: (await json<{ ID: string }>(page, 'id')).ID })).Data).toBeDefined()
    const other = await startSwarmNode({ config: { 'Routing.Type': 'dht', 'Routing.LoopbackAddressesOnLanDHT': true } })

    try {
      await other.rpc(`swarm/connect?arg=${go.addresses.find((address) => /\/tcp\/\d+\/p2p/.test(address))}`)
      expect((await other.rpc(`name/resolve?arg=${Name}&timeout=60s`)).lines).toEqual([{ Path: `/ipfs/${Hash}` }])
      const { Name: theirs } = (await other.rpc(`name/publish?arg=/ipfs/${Cid}`)).lines[0] as { Name: string }
      expect(await json(page, `name/resolve?arg=${theirs}&timeout=60s`)).toEqual({ Path: `/ipfs/${Cid}` })
    } finally {
      await other.node.stop()
    }
  })
}
