import { afterEach, expect, test } from 'vitest'
import type { Json } from '../../config/values/config.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'
import { maxInbound, trimSettings } from '../host/swarm-settings.ts'

type SwarmNode = Awaited<ReturnType<typeof startSwarmNode>>

const nodes: SwarmNode[] = []

afterEach(async () => {
  await Promise.all(
    nodes.splice(0).map(async ({ node }) => {
      await node.stop()
    })
  )
})

async function start (config: Record<string, Json> = {}): Promise<SwarmNode> {
  const node = await startSwarmNode({ config })
  nodes.push(node)
  return node
}

const connect = async (from: SwarmNode, to: SwarmNode): Promise<number> =>
  (await from.rpc(`swarm/connect?arg=${to.addresses[0]}&timeout=60s`)).status
const peersOf = async (node: SwarmNode): Promise<string[]> =>
  ((await node.rpc('swarm/peers')).lines as Array<{ Peers: Array<{ Peer: string }> | null }>)[0].Peers?.map((
    { Peer }
  ) => Peer) ?? []

test('Swarm.ConnMgr: connections beyond HighWater are closed down to LowWater, except those of peering', async () => {
  const node = await start({
    'Swarm.ConnMgr.LowWater': 1,
    'Swarm.ConnMgr.HighWater': 4,
    'Swarm.ConnMgr.GracePeriod': '0s',
    'Swarm.ConnMgr.SilencePeriod': '100ms'
  })
  const others = await Promise.all([start(), start(), start(), start()])
  const [kept] = others
  await node.rpc(`swarm/peering/add?arg=${kept.addresses[0]}`)
  await expect.poll(async () => await peersOf(node)).toEqual([kept.node.identity.peerId.toString()])

  for (const other of others.slice(1)) {
    expect(await connect(other, node)).toBe(200)
  }

  await expect.poll(async () => (await peersOf(node)).length).toBe(2)
  expect(await peersOf(node)).toContain(kept.node.identity.peerId.toString())
})

test('Swarm.ResourceMgr.MaxMemory: no more inbound connections than it has room for', async () => {
  const node = await start({ 'Swarm.ConnMgr.Type': 'none', 'Swarm.ResourceMgr.MaxMemory': '1MiB' })
  const [first, second] = [await start(), await start()]
  expect(await connect(first, node)).toBe(200)
  expect(await connect(second, node)).toBe(500)
  expect((await node.rpc('swarm/resources')).lines).toMatchObject([{
    System: { Conns: 'unlimited', ConnsInbound: 1, ConnsInboundUsage: 1 }
  }])
  expect(await connect(node, second)).toBe(200)
})

const configOf = (values: Record<string, unknown>): Parameters<typeof maxInbound>[0] => ({
  get: ((key: string) => values[key]) as Parameters<typeof maxInbound>[0]['get']
})

test.each([
  [{}, 800],
  [{ 'Swarm.ConnMgr.HighWater': 1000 }, 2000],
  [{ 'Swarm.ResourceMgr.MaxMemory': '1GiB' }, 1024],
  [{ 'Swarm.ResourceMgr.MaxMemory': '1MiB' }, 800],
  [{ 'Swarm.ResourceMgr.MaxMemory': '1MiB', 'Swarm.ConnMgr.Type': 'none' }, 1],
  [{ 'Swarm.ResourceMgr.Enabled': false, 'Swarm.ResourceMgr.MaxMemory': '1MiB' }, Infinity]
])('the limit of inbound connections: %o', (values, expected) => {
  expect(maxInbound(configOf(values))).toBe(expected)
})

test('the values of Swarm.ConnMgr', () => {
  expect(trimSettings(configOf({}))).toEqual({ lowWater: 32, highWater: 96, graceMs: 20_000, periodMs: 10_000 })
  expect(trimSettings(configOf({ 'Swarm.ConnMgr.Type': 'none' }))).toBeUndefined()
  expect(
    trimSettings(
      configOf({
        'Swarm.ConnMgr.LowWater': 0,
        'Swarm.ConnMgr.HighWater': 7,
        'Swarm.ConnMgr.GracePeriod': '1m',
        'Swarm.ConnMgr.SilencePeriod': '0s'
      })
    )
  ).toEqual({ lowWater: 0, highWater: 7, graceMs: 60_000, periodMs: 30_000 })
})
