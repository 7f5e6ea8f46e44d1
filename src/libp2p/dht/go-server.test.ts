import { afterEach, beforeEach, expect, test } from 'vitest'
import { announceToNetwork } from '../../node/maintenance/announce-to-network.ts'
import { startGoPeer, withGoPeer } from '../../testing/peers/go-peer.ts'
import type { GoPeer } from '../../testing/peers/go-peer.ts'
import { startSwarmNode } from '../../testing/peers/swarm-node.ts'

/** Timeout of a process start on a busy machine. */
const HOOK_MS = 60_000

withGoPeer('servers of the DHT by go-libp2p-kad-dht', stories)

function stories (file: string): void {
  let servers: GoPeer[]
  let node: Awaited<ReturnType<typeof startSwarmNode>>

  beforeEach(async () => {
    servers = await Promise.all([startGoPeer(file), startGoPeer(file)])
    await servers[1].ask('connect', { Addr: tcpOf(servers[0]) })
    node = await startSwarmNode({
      providing: announceToNetwork,
      config: { 'Routing.Type': 'dht', 'Routing.LoopbackAddressesOnLanDHT': true }
    })
    expect((await node.rpc(`swarm/connect?arg=${tcpOf(servers[0])}`)).status).toBe(200)
  }, HOOK_MS)

  afterEach(async () => {
    await node.node.stop()
    await Promise.all(servers.map(async ({ kill }) => {
      await kill()
    }))
  }, HOOK_MS)

  function tcpOf ({ addresses }: GoPeer): string {
    return addresses.find((address) => /\/tcp\/\d+\/p2p/.test(address)) ?? ''
  }

  const idOf = (peer: GoPeer): string => tcpOf(peer).slice(tcpOf(peer).lastIndexOf('/') + 1)

  async function put (text: string): Promise<string> {
    const form = new FormData()
    form.append('data', new Blob([text]), 'd')
    return ((await node.rpc('block/put', { body: form })).lines[0] as { Key: string }).Key
  }

  test('keys that Go announces are found and fetched here, and Go finds keys that are announced here', async () => {
    const { Cid = '' } = await servers[1].ask('put', { Data: btoa('from Go') })
    await servers[1].ask('provide', { Cid })
    const { lines } = await node.rpc(`routing/findprovs?arg=${Cid}`)
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ Type: 4, Responses: [expect.objectContaining({ ID: idOf(servers[1]) })] })
      ])
    )
    expect((await node.rpc(`block/get?arg=${Cid}&timeout=60s`)).text).toBe('from Go')

    const mine = await put('from here')
    expect((await node.rpc(`routing/provide?arg=${mine}`)).lines).toEqual([])
    const { Addrs = [] } = await servers[0].ask('providers', { Cid: mine })
    expect(Addrs.sort()).toEqual([...node.addresses].sort())
  }, HOOK_MS)

  test('Go finds a record that is published here, and a peer that Go knows is found', async () => {
    const cid = await put('named')
    expect((await node.rpc(`name/publish?arg=/ipfs/${cid}`)).lines).toMatchObject([{ Places: [{ Place: 'dht' }] }])
    const { Data = '' } = await servers[1].ask('record', { Topic: node.node.identity.peerId.toString() })
    const { Extra } = (await node.rpc(`routing/get?arg=/ipns/${node.node.identity.peerId}`)).lines[0] as {
      Extra: string
    }
    expect(Data).toBe(Extra)

    const { lines } = await node.rpc(`routing/findpeer?arg=${idOf(servers[1])}`)
    expect(lines.at(-1)).toMatchObject({ Type: 2, Responses: [{ ID: idOf(servers[1]) }] })
    const stat = (await node.rpc('stats/dht?arg=lan')).text
    expect(servers.every((server) => stat.includes(idOf(server)))).toBe(true)
  }, HOOK_MS)
}
