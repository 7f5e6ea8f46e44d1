import type { GoPeer } from '../../src/testing/peers/go-peer.ts'
import { startSwarmNode } from '../../src/testing/peers/swarm-node.ts'
import { connect, isServed } from '../fixtures/build/is-served.ts'
import { json, openPeerApp } from '../fixtures/page/peer-app.ts'
import { GO_TRANSPORTS, goPeerOf } from '../fixtures/peers/go-peer-of.ts'
import { expect, rpc, test } from '../fixtures/site/site.ts'

/** More than any client needs. */
const STREAMS = 1000
const WANTS = 20_000

/** Announces a message of 1 MiB, and contains only a part of it. */
const BEGUN = Buffer.from([0x80, 0x80, 0x40, ...new Uint8Array(4096)]).toString('base64')

let go: GoPeer
let good: Awaited<ReturnType<typeof startSwarmNode>>
let end: (() => Promise<void>) | undefined

test.beforeEach(async () => {
  ;({ go, end } = await goPeerOf(test))
  good = await startSwarmNode()
})

test.afterEach(async () => {
  if (end != null) {
    await Promise.all([end(), good.node.stop()])
    end = undefined
  }
})

for (const [transport, kind] of GO_TRANSPORTS) {
  test(
    `a hostile peer over ${transport} (lies, stalls, floods, opens a thousand streams) does not affect others`,
    async ({ page, site }) => {
      await openPeerApp(page, site.origin)
      const address = go.addresses.find((address) => kind.test(address)) ?? ''
      const id = address.slice(address.lastIndexOf('/') + 1)
      const { ID: self } = await json<{ ID: string }>(page, 'id')
      const wanted = async (text: string): Promise<string> => (await rpc(page, `block/get?arg=${text}&timeout=8s`)).text
      await connect(page, address)

      // It speaks an unknown bitswap version: it gets the supported versions, stays connected, and is not asked for
      // blocks.
      const { Said = [] } = await go.ask('versions', { Topic: self })
      expect(Said).toHaveLength(3)
      Said.forEach((said) => {
        expect(said).toContain('protocols not supported')
      })
      await expect.poll(async () =>
        (await json<{ Protocols: string[] }>(page, `id?arg=${id}`)).Protocols.filter((protocol) =>
          protocol.includes('bitswap')
        )
      ).toEqual(['/ipfs/bitswap/9.9.9'])
      const { Cid: unasked = '' } = await go.ask('put', { Data: btoa('not to be had') })
      expect(await wanted(unasked)).toContain('context deadline exceeded')

      // It announces a block and sends other bytes: the block is fetched from a peer that has it.
      await go.ask('lie')
      const { Cid: lied = '' } = await go.ask('put', { Data: btoa('the truth') })
      expect(await wanted(lied)).toContain('context deadline exceeded')
      await connect(page, good.addresses.find((address) => address.includes('/ws/')) ?? '')
      await isServed(page, good)

      // It accepts wants, and never answers.
      await go.ask('stall')
      const { Cid: stalled = '' } = await go.ask('put', { Data: btoa('never sent') })
      expect(await wanted(stalled)).toContain('context deadline exceeded')
      await isServed(page, good)

      // It wants many blocks that no peer has.
      await go.ask('flood', { Topic: self, Count: WANTS })
      await isServed(page, good)
      await expect.poll(
        async () => (await json<{ Keys: unknown[] | null }>(page, `bitswap/wantlist?peer=${id}`)).Keys?.length ?? 0,
        { timeout: 60_000 }
      ).toBeLessThanOrEqual(1024)

      // Many streams with little data.
      const { From: opened } = await go.ask('streams', { Topic: self, Count: STREAMS, Data: BEGUN })
      expect(Number(opened), 'streams that it was let open').toBeGreaterThan(50)
      await isServed(page, good)
      const { Peers } = await json<{ Peers?: Record<string, { StreamsInboundUsage: number }> }>(page, 'swarm/resources')
      expect(Peers?.[id]?.StreamsInboundUsage ?? 0).toBeLessThanOrEqual(1100)

      // Its resources are freed when it is gone.
      await go.kill()
      await page.evaluate(async (id) => {
        await fetch(`/api/v0/swarm/disconnect?arg=/p2p/${id}`, { method: 'POST' })
      }, id)
      await expect.poll(async () =>
        (await json<{ Peers?: Record<string, unknown> }>(page, 'swarm/resources')).Peers?.[id]
      ).toBeUndefined()
      await isServed(page, good)
    }
  )
}
