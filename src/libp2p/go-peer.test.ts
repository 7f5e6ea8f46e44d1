import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startGoPeer, withGoPeer } from '../testing/peers/go-peer.ts'
import type { GoPeer } from '../testing/peers/go-peer.ts'
import { startSwarmNode } from '../testing/peers/swarm-node.ts'

/** Timeout of a process start on a busy machine. */
const HOOK_MS = 60_000

const TOPIC = 'between languages'

withGoPeer('a peer on go-libp2p and boxo', stories)

function stories (file: string): void {
  let go: GoPeer
  let node: Awaited<ReturnType<typeof startSwarmNode>>

  beforeEach(async () => {
    go = await startGoPeer(file)
    node = await startSwarmNode({ config: { 'Pubsub.Enabled': true } })
  }, HOOK_MS)

  afterEach(async () => {
    await go.kill()
    await node.node.stop()
  }, HOOK_MS)

  const goAddress = (kind: RegExp): string => go.addresses.find((address) => kind.test(address)) ?? ''

  async function connect (kind: RegExp): Promise<void> {
    expect((await node.rpc(`swarm/connect?arg=${goAddress(kind)}`)).lines).toMatchObject([{
      Strings: [expect.stringMatching(/ success$/)]
    }])
  }

  async function block (cid: string): Promise<Uint8Array> {
    return new Uint8Array(await (await node.open(`block/get?arg=${cid}&timeout=60s`)).arrayBuffer())
  }

  async function put (text: string): Promise<string> {
    const form = new FormData()
    form.append('data', new Blob([text]), 'd')
    return ((await node.rpc('block/put', { body: form })).lines[0] as { Key: string }).Key
  }

  describe.each([['TCP', /\/tcp\/\d+\/p2p/], ['WebSockets', /\/ws\/p2p/]])('a Go peer over %s', (_, kind) => {
    test('exchanges blocks, dialled from here', async () => {
      const { Cid = '' } = await go.ask('put', { Data: btoa('from Go') })
      await connect(kind)
      expect(new TextDecoder().decode(await block(Cid))).toBe('from Go')
      expect(atob((await go.ask('get', { Cid: await put('from here') })).Data ?? '')).toBe('from here')
    })

    test('exchanges blocks, dialled from there', async () => {
      await go.ask('connect', { Addr: node.addresses.find((address) => kind.test(address)) })
      expect(atob((await go.ask('get', { Cid: await put('from here') })).Data ?? '')).toBe('from here')
      const { Cid = '' } = await go.ask('put', { Data: btoa('from Go') })
      expect(new TextDecoder().decode(await block(Cid))).toBe('from Go')
    })
  })

  test('many blocks arrive, each once', async () => {
    const { Cids = [] } = await go.ask('fill', { Count: 300, Size: 20_000 })
    await connect(/\/tcp\/\d+\/p2p/)
    const blocks = await Promise.all(Cids.map(block))
    expect(blocks.map(({ length }) => length)).toEqual(Cids.map(() => 20_000))
    expect((await node.rpc('bitswap/stat')).lines).toMatchObject([{ BlocksReceived: 300, DupBlksReceived: 0 }])
  })

  test('it answers pings, and identifies itself', async () => {
    const address = goAddress(/\/ws\/p2p/)
    await connect(/\/ws\/p2p/)
    const id = address.slice(address.lastIndexOf('/') + 1)
    expect((await node.rpc(`ping?arg=${id}&count=1`)).lines).toMatchObject([{ Text: `PING ${id}.` }, {
      Success: true,
      Text: ''
    }, { Text: expect.stringContaining('Average latency') as string }])
    expect((await node.rpc(`id?arg=${id}`)).lines).toMatchObject([{
      ID: id,
      Protocols: expect.arrayContaining(['/ipfs/bitswap/1.2.0', '/meshsub/1.1.0']) as string[]
    }])
  })

  test('pubsub messages are sent in both directions, several in each, as the validator of Kubo requires', async () => {
    await connect(/\/ws\/p2p/)
    await go.ask('subscribe', { Topic: TOPIC })
    const topic = `u${Buffer.from(TOPIC).toString('base64url')}`
    const reader = (await node.open(`pubsub/sub?arg=${topic}`)).body!.getReader()
    await expect.poll(async () =>
      ((await node.rpc(`pubsub/peers?arg=${topic}`)).lines[0] as { Strings: string[] }).Strings.length
    ).toBe(1)

    for (const text of ['one', 'two', 'three']) {
      const form = new FormData()
      form.append('data', new Blob([text]), 'd')
      expect((await node.rpc(`pubsub/pub?arg=${topic}`, { body: form })).status).toBe(200)
      expect(atob((await go.ask('next', { Topic: TOPIC })).Data ?? '')).toBe(text)
    }

    // Messages of this node itself arrive too.
    let heard = ''
    await go.ask('publish', { Topic: TOPIC, Data: btoa('from Go') })

    while (!heard.includes(`u${Buffer.from('from Go').toString('base64url')}`)) {
      heard += new TextDecoder().decode((await reader.read()).value)
    }

    await reader.cancel()
    expect((await node.rpc('pubsub/reset')).lines).toEqual([{ deleted: 1 }])
  })

  test('a peer that is killed during a transfer is disconnected, and nothing hangs', async () => {
    const { Cids = [] } = await go.ask('fill', { Count: 200, Size: 100_000 })
    await connect(/\/tcp\/\d+\/p2p/)
    const wanted = Promise.allSettled(
      Cids.map(async (cid) => (await node.rpc(`block/get?arg=${cid}&timeout=5s`)).status)
    )
    await expect.poll(
      async () => ((await node.rpc('bitswap/stat')).lines[0] as { BlocksReceived: number }).BlocksReceived,
      { interval: 5 }
    ).toBeGreaterThan(0)
    await go.kill()
    expect((await wanted).every(({ status }) => status === 'fulfilled')).toBe(true)
    await expect.poll(async () => (await node.rpc('swarm/peers')).lines).toEqual([{ Peers: null }])
    expect((await node.rpc('bitswap/wantlist')).lines).toEqual([{ Keys: [] }])
  })
}
