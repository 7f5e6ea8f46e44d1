import { beforeAll, describe, expect, test } from 'vitest'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { putBlocks, rawLeaf } from '../testing/dag/small-dag.ts'
import { LoopbackExchange } from '../testing/peers/loopback-exchange.ts'
import { TestNode } from '../testing/test-node.ts'

const PEER = '12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj'
const ADDRESS = `/ip4/127.0.0.1/tcp/4001/p2p/${PEER}`

describe('a node without peers', () => {
  let node: TestNode

  beforeAll(async () => {
    node = await TestNode.start({ online: true, config: { 'Routing.Type': 'dht' } })
  })

  test.each([
    [
      'bitswap/stat?encoding=text&human=true',
      'bitswap status\n\tblocks received: 0\n\tblocks sent: 0\n\tdata received: 0 B\n\tdata sent: 0 B\n\tdup ' +
      'blocks received: 0\n\tdup data received: 0 B\n\twantlist [0 keys]\n\tpartners [0]\n'
    ],
    [
      `bitswap/ledger?encoding=text&arg=${PEER}`,
      `Ledger for ${PEER}\nDebt ratio:\t0.000000\nExchanges:\t0\nBytes sent:\t0\nBytes received:\t0\n\n`
    ],
    ['stats/dht?encoding=text', 'DHT wan (0 peers):          \nDHT lan (0 peers):          \n'],
    ['provide/clear?encoding=text', 'removed 0 items from provide queue\n'],
    [
      'provide/stat?encoding=text',
      'Status:              offline\nProvide queue:       0 CIDs, 0 regions\nReprovide queue:     0 regions\n' +
      'CIDs scheduled:      0\nRegions scheduled:   N/A\nAvg record holders:  N/A\nOngoing provides:    0 ' +
      'CIDs, 0 regions\nOngoing reprovides:  0 CIDs, 0 regions\nTotal CIDs provided: 0\n'
    ],
    [
      'provide/stat?encoding=text&queues=true&network=true',
      'Queues:\n  Provide queue:   0 CIDs, 0 regions\n  Reprovide queue: 0 regions\n\nNetwork:\n  Avg record ' +
      'holders:     N/A\n  Peers swept:            0\n  Full keyspace coverage: false\n  Reachable peers:    ' +
      '    0\n  Avg region size:        N/A\n  Replication factor:     20\n'
    ],
    [
      'provide/stat?encoding=text&workers=true',
      'Active workers: 0 / 16 (max)\nFree workers:   13\n  Workers stats: Periodic  Burst\n  Active:        ' +
      '0         0\n  Dedicated:     2         1\n  Available:     15        14\n  Queued:        0         ' +
      '0\nMax connections/worker: 20\n'
    ]
  ])('%s', async (target, text) => {
    expect((await node.rpc(target)).text).toBe(text)
  })

  test('prints figures in two columns', async () => {
    const { text } = await node.rpc('provide/stat?encoding=text&all=true&compact=true')
    const lines = text.split('\n')
    expect(lines[0]).toBe('Schedule:                            Connectivity:')
    expect(lines[5]).toBe('  Next region reprovide: N/A           Reprovide queue: 0 regions')
    expect(lines).toContain('  Max connections/worker: 20           Regions reprovided (last cycle): 0')
  })

  test('writes figures in XML with the names and forms of the Go structs', async () => {
    const { text } = await node.rpc('provide/stat?encoding=xml')
    const names = (element: string): string[] =>
      [...(new RegExp(`<${element}>(.*)</${element}>`).exec(text)?.[1] ?? '').matchAll(/<(\w+)>/g)].map(([, name]) =>
        name
      )
    expect(text).toMatch(/^<provideStats><Sweep><Closed>false<\/Closed><Connectivity><Status>offline<\/Status>/)
    expect(text).toContain('<Since>0001-01-01T00:00:00Z</Since>')
    expect(text).toContain('<AvgPrefixLength>-1</AvgPrefixLength>')
    expect(text).toContain('<NextReprovidePrefix></NextReprovidePrefix>')
    expect(text).toMatch(
      /<MaxReprovideDelay>3600000000000<.*<ReplicationFactor>20<.*<FullRT>false<\/FullRT><\/provideStats>$/
    )
    // Two fields of Go have other names than their members of JSON.
    expect(names('Past')).toEqual([
      'RecordsProvided',
      'KeysProvided',
      'KeysFailed',
      'KeysProvidedPerMinute',
      'KeysReprovidedPerMinute',
      'RegionReprovideDuration',
      'AvgKeysPerReprovide',
      'RegionReprovidedLastCycle'
    ])
    expect(names('Workers').at(-1)).toBe('MaxProvideConnsPerWorker')
    expect(text).not.toContain('Legacy')

    // Every member of the JSON answer has its element.
    const { lines } = await node.rpc('provide/stat')
    const count = (value: unknown): number => {
      if (value === null) {
        return 0
      }
      return 1 + (typeof value === 'object' ? Object.values(value).reduce((n: number, v) => n + count(v), 0) : 0)
    }
    expect(text.match(/<\w+>/g)).toHaveLength(count(lines[0]))
  })

  test('writes the figures of rounds in XML, without those of a sweep', async () => {
    const app = await TestNode.start({ online: true, config: { 'Provide.DHT.SweepEnabled': false } })
    expect((await app.rpc('provide/stat?encoding=xml')).text).toBe(
      '<provideStats><Legacy><TotalReprovides>0</TotalReprovides><LastReprovideBatchSize>0</LastReprovideBatchSize>' +
        '<ReprovideInterval>79200000000000</ReprovideInterval><AvgReprovideDuration>0</AvgReprovideDuration>' +
        '<LastReprovideDuration>0</LastReprovideDuration><LastRun>0001-01-01T00:00:00Z</LastRun></Legacy>' +
        '<FullRT>false</FullRT></provideStats>'
    )
  })

  test('keeps the peers of its configuration, and forgets those that are added later', async () => {
    const app = await TestNode.start({
      online: true,
      config: { 'Peering.Peers': [{ ID: PEER, Addrs: ['/ip4/10.0.0.1/tcp/4001'] }] }
    })
    expect((await app.rpc('swarm/peering/ls?encoding=text')).text).toBe(`${PEER}\n\t/ip4/10.0.0.1/tcp/4001\n`)
    expect((await app.rpc(`swarm/peering/add?encoding=text&arg=/p2p/${PEER}`)).text).toBe(`add ${PEER} success\n`)
    expect((await app.rpc('swarm/peering/ls')).lines).toEqual([{ Peers: [{ ID: PEER, Addrs: [] }] }])
    expect((await app.rpc('config?arg=Peering.Peers')).lines).toMatchObject([{
      Value: [{ Addrs: ['/ip4/10.0.0.1/tcp/4001'] }]
    }])
    expect((await app.rpc('swarm/peering/add?arg=/ip4/1.2.3.4')).lines).toMatchObject([{
      Message: 'invalid p2p multiaddr'
    }])
  })

  test('removes a network in any notation', async () => {
    await node.rpc('swarm/filters/add?arg=/ip4/192.168.5.1/ipcidr/16')
    expect((await node.rpc('swarm/filters?encoding=text')).text).toBe('/ip4/192.168.0.0/ipcidr/16\n')
    expect((await node.rpc('swarm/filters/rm?arg=/ip4/192.168.0.0/ipcidr/16')).lines).toEqual([{
      Strings: ['/ip4/192.168.5.1/ipcidr/16']
    }])
    expect((await node.rpc('swarm/filters')).lines).toEqual([{ Strings: null }])
  })
})

describe('bootstrap', () => {
  test('lists the recommended peers, and refuses to remove one of them', async () => {
    const node = await TestNode.start()
    expect((await node.rpc('bootstrap')).lines).toEqual([{ Peers: ['auto'] }])
    expect((await node.rpc('bootstrap/list?expand-auto=true')).lines).toMatchObject([{
      Peers: expect.arrayContaining([expect.stringContaining('/dnsaddr/')])
    }])
    expect((await node.rpc(`bootstrap/rm?arg=${ADDRESS}`)).lines).toMatchObject([{
      Message: expect.stringContaining('cannot remove individual bootstrap peers')
    }])
    expect((await node.rpc(`bootstrap/add?arg=default&arg=${ADDRESS}&arg=default`)).lines).toEqual([{
      Peers: ['auto', ADDRESS]
    }])
    expect((await node.rpc('bootstrap/rm/all')).lines).toEqual([{ Peers: ['auto', ADDRESS] }])
    expect((await node.rpc('bootstrap/list?expand-auto=true')).lines).toEqual([{ Peers: null }])
  })

  test('removes one address of a peer, or all', async () => {
    const node = await TestNode.start({ config: { Bootstrap: [] } })
    const other = `/dns4/example.com/tcp/443/wss/p2p/${PEER}`
    await node.rpc(`bootstrap/add?arg=${ADDRESS}&arg=${other}`)
    expect((await node.rpc(`bootstrap/rm?arg=${ADDRESS}`)).lines).toEqual([{ Peers: [ADDRESS] }])
    expect((await node.rpc('bootstrap')).lines).toEqual([{ Peers: [other] }])
    expect((await node.rpc(`bootstrap/rm?arg=/p2p/${PEER}`)).lines).toEqual([{ Peers: [other] }])
    expect((await node.rpc(`bootstrap/add?arg=/p2p/${PEER}`)).lines).toMatchObject([{
      Message: `bootstrap address without a transport: /p2p/${PEER}`
    }])
  })
})

test('requests to peers and their answers are counted', async () => {
  const store = new MemoryBlockstore()
  const [here, nowhere] = [rawLeaf('at the peer'), rawLeaf('nowhere')]
  await putBlocks(store, [here])
  const { node, ...app } = await TestNode.start({ exchange: () => new LoopbackExchange([store]) }).then((app) => ({
    node: app.node,
    rpc: app.rpc.bind(app)
  }))
  expect((await app.rpc(`block/get?arg=${here.cid}`)).status).toBe(200)

  const waiting = app.rpc(`block/get?arg=${nowhere.cid}&timeout=500ms`)
  await expect.poll(() => node.exchange?.stat().wants.length).toBe(1)
  expect((await app.rpc('bitswap/wantlist')).lines).toEqual([{ Keys: [{ '/': nowhere.cid.toString() }] }])
  expect((await app.rpc(`bitswap/wantlist?peer=${node.identity.peerId}&encoding=text`)).text).toBe(`${nowhere.cid}\n`)
  expect((await app.rpc('bitswap/stat')).lines).toMatchObject([{
    Wantlist: [{ '/': nowhere.cid.toString() }],
    Peers: ['0'],
    BlocksReceived: 1,
    DataReceived: here.bytes.length
  }])
  await waiting
  expect((await app.rpc('bitswap/wantlist')).lines).toEqual([{ Keys: [] }])
})
