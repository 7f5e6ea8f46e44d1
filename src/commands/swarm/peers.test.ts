import { expect, test } from 'vitest'
import type { SwarmConnection } from '../../swarm/swarm.ts'
import { swarmPeers } from './peers.ts'

const PEER = '12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj'

async function peers (wanted: object, streams: string[]): Promise<unknown> {
  const connection: SwarmConnection = {
    peer: PEER,
    address: '/ip4/127.0.0.1/tcp/4001',
    direction: 'outbound',
    isLimited: false,
    latencyMs: undefined,
    streams
  }
  const swarm = { connections: () => [connection], identity: async () => undefined }
  const context = { node: { swarm: { get: async () => swarm } }, signal: new AbortController().signal }
  return await swarmPeers.run?.(wanted as never, context as never)
}

test.each([{ verbose: true }, { streams: true }, { verbose: true, streams: true }])(
  'swarm/peers lists streams as an array, also without any: %j',
  async (wanted) => {
    expect(await peers(wanted, [])).toMatchObject({ value: { Peers: [{ Streams: [] }] } })
    expect(await peers(wanted, ['/b', '/a'])).toMatchObject({
      value: { Peers: [{ Streams: [{ Protocol: '/a' }, { Protocol: '/b' }] }] }
    })
  }
)

test.each([{}, { latency: true }, { direction: true }, { identify: true }])(
  'swarm/peers lists no streams if not asked for: %j',
  async (wanted) => {
    expect(await peers(wanted, ['/a'])).not.toMatchObject({ value: { Peers: [{ Streams: expect.anything() }] } })
  }
)
