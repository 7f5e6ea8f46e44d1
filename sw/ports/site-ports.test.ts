import { afterEach, expect, it, vi } from 'vitest'
import { PortBlocks } from '../../src/blocks/port/port-blocks.ts'
import { portNames } from '../../src/gateway/port/port-names.ts'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import { parsePath } from '../../src/path/content-path.ts'
import { PortCalls } from '../../src/port/port-calls.ts'
import { MemoryBlockstore } from '../../src/store/blockstore/memory-blockstore.ts'
import { gatewayFixture } from '../../src/testing/http/gateway-fixture.ts'
import type { GatewayFixture } from '../../src/testing/http/gateway-fixture.ts'
import { LoopbackExchange } from '../../src/testing/peers/loopback-exchange.ts'
import { SitePorts } from './site-ports.ts'

const HOME = 'http://node.localhost:4173'
const CID = 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'
const KEY = 'k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4'
const SITE = `http://${CID}.ipfs.node.localhost:4173`
const ends: Array<() => void | Promise<void>> = []
const signal = new AbortController().signal

afterEach(async () => {
  vi.useRealTimers()
  for (const end of ends.splice(0)) {
    await end()
  }
})

async function home (
  node?: Partial<IpfsNode>
): Promise<
  {
    ports: SitePorts
    fixture: GatewayFixture
    clock: { now: number }
    visited: string[]
    hand: (site?: string) => { result: ReturnType<SitePorts['accept']>; calls: PortCalls }
  }
> {
  const fixture = await gatewayFixture()
  const clock = { now: 0 }
  const visited: string[] = []
  const held = {
    ...fixture.node,
    config: fixture.node.config,
    names: fixture.node.names,
    blockstore: fixture.node.blockstore,
    exchange: undefined,
    ...node
  } as IpfsNode
  const ports = new SitePorts(HOME, { hold: async (work) => await work(held) }, {
    add: async (site) => {
      visited.push(site)
    }
  }, { now: () => clock.now, language: async () => 'de' })
  ends.push(() => {
    ports.closeAll()
  }, async () => {
    await fixture.stop()
  })

  return {
    ports,
    fixture,
    clock,
    visited,
    hand: (site = SITE) => {
      const { port1, port2 } = new MessageChannel()
      const calls = new PortCalls(port2)
      ends.push(calls.close)
      return { result: ports.accept(site, port1), calls }
    }
  }
}

it('tells a site whether the node is a peer, and the language of its user', async () => {
  for (const [swarm, isPeer] of [[undefined, false], [{}, true]] as const) {
    const { hand } = await home({ swarm: swarm as IpfsNode['swarm'] })
    expect(await hand().calls.once('gateway', undefined)).toMatchObject({ isPeer, language: 'de' })
  }
})

it('serves the blocks of the node to a site, without storing the blocks that its exchange fetches for it', async () => {
  const far = await gatewayFixture()
  ends.push(async () => {
    await far.stop()
  })
  const { cid } = await far.dag.raw('from afar')
  const blockstore = new MemoryBlockstore()
  const { hand, fixture } = await home({ exchange: new LoopbackExchange([far.dag.store]), blockstore })
  const here = await fixture.dag.raw('here')
  await blockstore.put(here.cid, new TextEncoder().encode('here'))
  const blocks = new PortBlocks(hand().calls)
  expect(new TextDecoder().decode(await blocks.bytes(here.cid))).toBe('here')
  await expect(blocks.bytes(cid)).rejects.toMatchObject({ name: 'NotFoundError' })
  expect(new TextDecoder().decode(await blocks.session().get(cid, { signal, verify: async () => {} }))).toBe(
    'from afar'
  )
  expect((await blockstore.stat()).blocks).toBe(1)
})

it.each([
  HOME,
  `http://evil.localhost:4173`,
  `http://${CID}.ipfs.evil.localhost:4173`,
  `http://${CID}.ipfs.node.localhost:4174`,
  `https://${CID}.ipfs.node.localhost:4173`,
  `http://${CID}.ipfs.node.localhost`,
  'http://notacid.ipfs.node.localhost:4173',
  `http://${CID}.ipns.evil.node.localhost:4173`,
  `${SITE}/`,
  `${SITE}@evil`,
  'null',
  '',
  // another form of a label that is canonical otherwise
  'http://docs.ipfs.tech.ipns.node.localhost:4173',
  'http://f01551220ba7816bf8f01cfea414140de5dae2223b00361a3.ipfs.node.localhost:4173'
])('rejects origins that are not sites of this node: %s', async (origin) => {
  const { hand, ports, visited } = await home()
  const { result, calls } = hand(origin)
  expect(visited).toEqual([])
  expect(result).toEqual({ refused: 'this is not a site of this node' })
  expect(ports.open).toBe(0)
  await expect.poll(() => calls.open).toBe(false)
})

it('lists the sites that it serves', async () => {
  const { hand, visited } = await home()
  hand()
  hand(`http://${KEY}.ipns.node.localhost:4173`)
  expect(visited).toEqual([SITE, `http://${KEY}.ipns.node.localhost:4173`])
})

it('resolves only the name of the site', async () => {
  const resolve = vi.fn(async () => ({ path: parsePath(`/ipfs/${CID}`), ttlMs: 1, modifiedMs: 1 }))
  const { hand } = await home({
    names: { resolve, resolveOnce: resolve, record: async () => new Uint8Array(1) } as unknown as IpfsNode['names']
  })
  const named = portNames(hand(`http://${KEY}.ipns.node.localhost:4173`).calls)
  expect((await named.resolve(parsePath(`/ipns/${KEY}`), { offline: false, signal })).path.text).toBe(`/ipfs/${CID}`)
  await expect(named.resolve(parsePath('/ipns/example.org'), { offline: false, signal })).rejects.toThrow(
    'only resolve its own name'
  )
  await expect(named.resolve(parsePath(`/ipfs/${CID}`), { offline: false, signal })).rejects.toThrow(
    'only resolve its own name'
  )
  await expect(portNames(hand().calls).resolve(parsePath(`/ipns/${KEY}`), { offline: false, signal })).rejects.toThrow(
    'only resolve its own name'
  )
  await expect(named.record((await import('multiformats/cid')).CID.parse(CID).multihash, { offline: false, signal }))
    .rejects.toThrow('only resolve its own name')
  expect(resolve).toHaveBeenCalledTimes(1)
})

it('has a limited number of ports per site, and rejects ports that are requested too often', async () => {
  const { hand, ports, clock } = await home()
  const first = hand()
  hand()
  expect(ports.open).toBe(2)
  hand()
  expect(ports.open).toBe(2)
  await expect.poll(() => first.calls.open).toBe(false)
  const results = Array.from({ length: 30 }, () => hand().result)
  expect(results.filter((result) => 'refused' in result)).toHaveLength(13)
  expect(ports.open).toBe(2)
  expect('idle' in hand(`http://${KEY}.ipns.node.localhost:4173`).result).toBe(true)
  clock.now += 61_000
  expect('idle' in hand().result).toBe(true)
})

it('queues many calls, and rejects none of a page with a thousand files', async () => {
  const far = await gatewayFixture()
  ends.push(async () => {
    await far.stop()
  })
  const cids = await Promise.all(Array.from({ length: 1000 }, async (_, i) => (await far.dag.raw(`file ${i}`)).cid))
  const { hand } = await home({ exchange: new LoopbackExchange([far.dag.store]), blockstore: new MemoryBlockstore() })
  const blocks = new PortBlocks(hand().calls)
  const texts = await Promise.all(
    cids.map(async (cid) =>
      new TextDecoder().decode(await blocks.session().get(cid, { signal, verify: async () => {} }))
    )
  )
  expect(texts).toEqual(cids.map((_, i) => `file ${i}`))
})

it('closes an idle port rather than one in use', async () => {
  let letGo = (): void => {}
  const gate = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const blockstore = new MemoryBlockstore()
  const { hand, fixture } = await home({ blockstore })
  const { cid } = await fixture.dag.raw('slow')
  await blockstore.put(cid, new TextEncoder().encode('slow'))
  const bytes = blockstore.bytes.bind(blockstore)
  const asked = new Promise<void>((resolve) => {
    vi.spyOn(blockstore, 'bytes').mockImplementation(async (...args) => {
      resolve()
      await gate
      return await bytes(...args)
    })
  })
  const used = hand()
  const answer = new PortBlocks(used.calls).bytes(cid)
  await asked
  const idle = hand()
  hand()
  await expect.poll(() => idle.calls.open).toBe(false)
  letGo()
  expect(new TextDecoder().decode(await answer)).toBe('slow')
})

it('keeps the worker alive while a port is used and a moment longer, and closes an unused one', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const { hand, ports, clock } = await home()
  const { result } = hand()
  const done = vi.fn()
  void (result as { idle: Promise<void> }).idle.then(done)
  const pass = async (ms: number): Promise<void> => {
    for (let i = 0; i < ms; i += 1000) {
      clock.now += 1000
      await vi.advanceTimersByTimeAsync(1000)
    }
  }
  await pass(9000)
  expect(done).not.toHaveBeenCalled()
  await pass(3000)
  expect(done).toHaveBeenCalled()
  expect(ports.open).toBe(1)
  await pass(60_000)
  expect(ports.open).toBe(0)
  expect(vi.getTimerCount()).toBe(0)
})
