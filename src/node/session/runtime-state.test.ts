import { MemoryDatastore } from 'datastore-core'
import { Key } from 'interface-datastore'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LoopbackExchange } from '../../testing/peers/loopback-exchange.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'
import { TestNode } from '../../testing/test-node.ts'
import { RuntimeState } from './runtime-state.ts'

const PEER = '12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN'
const OTHER = '12D3KooWLRPJAA5o6Z3cEPLCUyMaPJSyJBMqvVfTmXNsZqVGSWPu'
const HOUR_MS = 60 * 60_000
const same = { isSame: async () => true }

async function rows (datastore: MemoryDatastore): Promise<string[]> {
  const keys: string[] = []
  for await (const key of datastore.queryKeys({ prefix: '/runtime' })) {
    keys.push(key.toString())
  }
  return keys.sort()
}

describe('the rows', () => {
  it('exist for the next worker, and can be replaced or deleted one at a time', async () => {
    const datastore = new MemoryDatastore()
    const first = await RuntimeState.open(datastore, same)
    first.put('peering', { added: [], removed: ['a'] })
    first.put('request-log', { keepMs: 1 })
    first.put('request-log', { keepMs: 2 })
    first.put('log-levels', null)
    first.put('log-levels', undefined)
    await first.saved()
    expect(await rows(datastore)).toEqual(['/runtime/peering', '/runtime/request-log'])

    const second = await RuntimeState.open(datastore, same)
    expect([second.get('peering'), second.get('request-log'), second.get('log-levels')]).toEqual([
      { added: [], removed: ['a'] },
      { keepMs: 2 },
      undefined
    ])
  })

  it('end with the session of the browser', async () => {
    const datastore = new MemoryDatastore()
    const first = await RuntimeState.open(datastore, same)
    first.put('peers', [])
    await first.saved()
    const later = await RuntimeState.open(datastore, { isSame: async () => false })
    expect(later.get('peers')).toBeUndefined()
    await later.saved()
    expect(await rows(datastore)).toEqual([])
  })

  it.each([['does not say', async () => undefined], ['cannot say', async () => {
    throw new Error('no cookies')
  }]])('expire after a day if the browser %s whether it was restarted', async (_, isSame) => {
    const datastore = new MemoryDatastore()
    const first = await RuntimeState.open(datastore, { isSame }, { now: () => 0 })
    first.put('peers', [1])
    await first.saved()
    expect((await RuntimeState.open(datastore, { isSame }, { now: () => 23 * HOUR_MS })).get('peers')).toEqual([1])
    const late = await RuntimeState.open(datastore, { isSame }, { now: () => 25 * HOUR_MS })
    expect(late.get('peers')).toBeUndefined()
  })

  it('that are unreadable count as missing, and are deleted', async () => {
    const datastore = new MemoryDatastore()
    await datastore.put(new Key('/runtime/peers'), new TextEncoder().encode('{'))
    await datastore.put(new Key('/runtime/peering'), new TextEncoder().encode('{"value":1}'))
    const state = await RuntimeState.open(datastore, same)
    expect([state.get('peers'), state.get('peering')]).toEqual([undefined, undefined])
    await state.saved()
    expect(await rows(datastore)).toEqual([])
  })

  it('are all gone after a shutdown, and cannot be put any more', async () => {
    const datastore = new MemoryDatastore()
    const state = await RuntimeState.open(datastore, same)
    state.put('peers', [1])
    await state.clear()
    state.put('peers', [2])
    await state.saved()
    expect([state.get('peers'), await rows(datastore)]).toEqual([undefined, []])
  })

  it('that cannot be written are reported, and later puts are written', async () => {
    const datastore = new MemoryDatastore()
    const failed = vi.fn()
    const state = await RuntimeState.open(datastore, same, { failed })
    const batch = vi.spyOn(datastore, 'batch').mockImplementationOnce(() => {
      throw new Error('the disk is full')
    })
    state.put('peers', [1])
    await state.saved()
    expect(failed).toHaveBeenCalledWith(expect.objectContaining({ message: 'the disk is full' }))
    state.put('peers', [2])
    await state.saved()
    expect(batch).toHaveBeenCalledTimes(2)
    expect((await RuntimeState.open(datastore, same)).get('peers')).toEqual([2])
  })
})

describe('a node whose worker is stopped and started again', () => {
  const open: TestNode[] = []
  afterEach(async () => {
    await Promise.all(
      open.splice(0).map(async ({ node }) => {
        await node.stop()
      })
    )
  })

  /** Starts a node on the datastore; the previous one is killed, as by a browser. */
  async function start (
    datastore: MemoryDatastore,
    init: Parameters<typeof TestNode.start>[0] = {}
  ): Promise<TestNode> {
    const node = await TestNode.start({ datastore, exchange: () => new LoopbackExchange([]), session: same, ...init })
    open.push(node)
    return node
  }

  it('keeps added peering peers, and forgets removed ones', async () => {
    const datastore = new MemoryDatastore()
    const config = { 'Peering.Peers': [{ ID: OTHER, Addrs: ['/ip4/1.2.3.4/tcp/1'] }] }
    const first = await start(datastore, { config })
    await first.rpc(`swarm/peering/add?arg=/ip4/127.0.0.1/tcp/4001/p2p/${PEER}`)
    await first.rpc(`swarm/peering/rm?arg=${OTHER}`)
    const listed = [{ Peers: [{ ID: PEER, Addrs: ['/ip4/127.0.0.1/tcp/4001'] }] }]
    expect((await first.rpc('swarm/peering/ls')).lines).toEqual(listed)
    const second = await start(datastore)
    expect((await second.rpc('swarm/peering/ls')).lines).toEqual(listed)

    await second.rpc(`swarm/peering/rm?arg=${PEER}`)
    await second.rpc(`swarm/peering/add?arg=/ip4/1.2.3.4/tcp/2/p2p/${OTHER}`)
    const third = await start(datastore)
    expect((await third.rpc('swarm/peering/ls')).lines).toEqual([{
      Peers: [{ ID: OTHER, Addrs: ['/ip4/1.2.3.4/tcp/2'] }]
    }])
  })

  it('keeps its log levels', async () => {
    const datastore = new MemoryDatastore()
    await (await start(datastore)).rpc('log/level?arg=gc&arg=debug')
    const second = await start(datastore)
    expect((await second.rpc('log/level?arg=gc')).lines).toEqual([{ Levels: { gc: 'debug' } }])
    expect((await second.rpc('log/level?arg=core')).lines).toEqual([{ Levels: { core: 'error' } }])
    await second.rpc('log/level?arg=all&arg=warn')
    await second.rpc('log/level?arg=core&arg=info')
    const third = await start(datastore)
    expect((await third.rpc('log/level')).lines).toEqual([{ Levels: { '': 'warn' } }])
    expect(['gc', 'core', 'services'].map((name) => third.node.logs.levels().get(name))).toEqual([
      'warn',
      'info',
      'warn'
    ])
  })

  it('keeps the keep time of requests', async () => {
    const datastore = new MemoryDatastore()
    await (await start(datastore)).rpc('diag/cmds/set-time?arg=1h')
    const second = await start(datastore)
    for (let i = 0; i < 25; i++) {
      await second.rpc('version')
    }
    expect(second.node.requests.list().filter(({ command }) => command === 'version')).toHaveLength(25)
  })

  it('keeps address filters', async () => {
    const datastore = new MemoryDatastore()
    await (await start(datastore)).rpc('swarm/filters/add?arg=/ip4/192.168.0.0/ipcidr/16')
    expect((await (await start(datastore)).rpc('swarm/filters')).lines).toEqual([{
      Strings: ['/ip4/192.168.0.0/ipcidr/16']
    }])
  })

  it('forgets them after a shutdown, and after a restart of the browser', async () => {
    const set = async (node: TestNode): Promise<void> => {
      await node.rpc(`swarm/peering/add?arg=/ip4/127.0.0.1/tcp/4001/p2p/${PEER}`)
      await node.rpc('log/level?arg=all&arg=debug')
      await node.rpc('diag/cmds/set-time?arg=1h')
    }

    const look = async (
      node: TestNode
    ): Promise<unknown> => [(await node.rpc('swarm/peering/ls')).lines, (await node.rpc('log/level')).lines]
    const fresh = [[{ Peers: [] }], [{ Levels: { '': 'error' } }]]
    const datastore = new MemoryDatastore()
    const first = await start(datastore, { onShutdown: () => {} })
    await set(first)
    await first.rpc('shutdown')
    expect(await rows(datastore)).toEqual([])
    // Its worker, which owns the log, may still exist.
    const second = await start(datastore, { logs: first.node.logs })
    expect(await look(second)).toEqual(fresh)

    await set(second)
    expect(await look(await start(datastore, { session: { isSame: async () => false } }))).toEqual(fresh)
  })

  it('keeps none of them without a session, as in Node', async () => {
    const datastore = new MemoryDatastore()
    const first = await start(datastore, { session: undefined })
    await first.rpc(`swarm/peering/add?arg=/ip4/127.0.0.1/tcp/4001/p2p/${PEER}`)
    await first.rpc('log/level?arg=all&arg=debug')
    expect(await rows(datastore)).toEqual([])
  })

  it('offers gateway services until they are closed, and others only to their end', async () => {
    const datastore = new MemoryDatastore()
    const init = { datastore, session: same, config: { 'Experimental.Libp2pStreamMounting': true } }
    const first = await startSwarmNode(init)
    open.push(first)
    for (
      const [protocol, target] of [['/x/site', '/http'], ['/x/other', '/http'], ['/x/socket', '/ip4/127.0.0.1/tcp/9']]
    ) {
      await first.rpc(`p2p/listen?arg=${protocol}&arg=${target}`)
    }
    await first.rpc('p2p/close?protocol=/x/other')

    const second = await startSwarmNode(init)
    open.push(second)
    const names = async (node: TestNode): Promise<string[] | undefined> =>
      ((await node.rpc('p2p/ls')).lines[0] as { Listeners: Array<{ Protocol: string }> | null }).Listeners?.map((
        { Protocol }
      ) => Protocol)
    expect(await names(second)).toEqual(['/x/site'])
    await expect.poll(async () => (await second.node.swarm!.get()).protocols()).toContain('/x/site')
    await second.rpc('p2p/close?all=true')
    const third = await startSwarmNode(init)
    open.push(third)
    expect(await names(third)).toBeUndefined()
  })

  it('follows names over pubsub again, except for cancelled ones', async () => {
    const datastore = new MemoryDatastore()
    const init = { datastore, session: same, config: { 'Pubsub.Enabled': true, 'Ipns.UsePubsub': true } }
    const [one, two] = [PEER, OTHER]
    const first = await startSwarmNode(init)
    open.push(first)
    for (const name of [one, two]) {
      await first.rpc(`name/resolve?arg=${name}&timeout=500ms`)
    }
    const subs = async (node: TestNode): Promise<string[]> =>
      ((await node.rpc('name/pubsub/subs?ipns-base=b58mh')).lines[0] as { Strings: string[] | null }).Strings ?? []
    expect(await subs(first)).toEqual([one, two].map((name) => `/ipns/${name}`).sort())
    await first.rpc(`name/pubsub/cancel?arg=${one}`)
    const second = await startSwarmNode(init)
    open.push(second)
    expect(await subs(second)).toEqual([`/ipns/${two}`])
  })
})
