import { MemoryDatastore } from 'datastore-core'
import { Key } from 'interface-datastore'
import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../../config/config-store.ts'
import { allKeys } from '../../keys/backup/all-keys.ts'
import { sealKeys } from '../../keys/backup/seal-keys.ts'
import { pinnedNow } from '../../pins/change/pin-commit-record.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { openBlockstore } from '../../store/open/open-blockstore.ts'
import { FakeFiles } from '../../testing/store/fake-files.ts'
import { testBlock } from '../../testing/store/store-fixtures.ts'
import { TestNode } from '../../testing/test-node.ts'
import type { ListedCommand } from '../commands/list-command.ts'

const MISSING = 'bafyreiac3wkth6pl4fi74lseosyzmpl5s2w7llms7evjmojigvesvltzmq'
const RELAY = '/dns4/relay.test/tcp/443/tls/ws/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzM'
const PEER = '12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN'

function form (text: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([text]), 'a')
  return form
}

/** Starts a node over a stored configuration. */
async function withConfig (config: unknown, datastore = new MemoryDatastore()): Promise<TestNode> {
  await datastore.put(new Key('/local/config'), new TextEncoder().encode(JSON.stringify(config)))
  return await TestNode.start({ datastore })
}

test('the commands are not listed, but can be called', async () => {
  const app = await TestNode.start()
  const { lines: [{ Subcommands }] } = await app.rpc('commands') as { lines: ListedCommand[] }
  expect(Subcommands.map(({ Name }) => Name)).not.toContain('swipfs')
  expect(await app.rpc('swipfs/config/problems')).toMatchObject({ status: 200, lines: [{ Problems: [] }] })
  expect(await app.rpc('swipfs/nosuch')).toMatchObject({ status: 404 })
})

test('inspect reports counters and states', async () => {
  const app = await TestNode.start()
  expect((await app.rpc('swipfs/inspect')).lines).toMatchObject([{
    peerId: app.node.identity.peerId.toString(),
    online: false
  }])
})

describe('app-data', () => {
  test('changes rows by lines of JSON, all or none, and lists and reads them', async () => {
    const app = await TestNode.start()
    const rows = '{"Key":"/a","Value":"aGk="}\n\n{"Key":"/b","Value":"aGk"}\r\n{"Key":"/none"}'
    expect(await app.rpc('swipfs/app-data/change', { body: form(rows) })).toMatchObject({ status: 200, text: '' })
    expect((await app.rpc('swipfs/app-data/ls')).lines).toEqual([{ Key: '/a' }, { Key: '/b' }])
    expect((await app.rpc('swipfs/app-data/ls?arg=/b&encoding=text')).text).toBe('/b\n')
    expect((await app.rpc('swipfs/app-data/get?arg=/b&arg=/none')).lines).toEqual([
      { Key: '/b', Value: 'aGk' },
      { Key: '/none', Value: null }
    ])

    for (
      const [bad, line] of [['{"Key":"/a"}\n{"Key":1}', 2], ['{"Key":"/a"}\n{"Key":"/b","Value":"?"}', 2]] as const
    ) {
      expect((await app.rpc('swipfs/app-data/change', { body: form(bad) })).lines).toMatchObject([
        { Message: `line ${line} is no row` }
      ])
    }

    expect((await app.rpc('swipfs/app-data/ls')).lines).toHaveLength(2)
  })

  test('reads at most 256 rows at once, and no endless line', async () => {
    const app = await TestNode.start()
    const many = Array.from({ length: 257 }, (_, i) => `arg=/${i}`).join('&')
    expect((await app.rpc(`swipfs/app-data/get?${many}`)).lines).toMatchObject([{
      Message: 'at most 256 rows at once'
    }])
    expect((await app.rpc('swipfs/app-data/change', { body: form('x'.repeat(2_000_000)) })).lines).toMatchObject([
      { Message: expect.stringContaining('a line has at most') as string }
    ])
  })
})

test('key/restore takes the password from a second file, whose last line end does not count', async () => {
  const from = await TestNode.start()
  await from.node.keys.generate('blog', { type: 'ed25519' })
  const body = form(JSON.stringify(await sealKeys(await allKeys(from.node.keys), 'a long password')))
  body.append('file', new Blob(['a long password\n']), 'b')
  const app = await TestNode.start()
  expect((await app.rpc('swipfs/key/restore?when-taken=look', { body })).lines).toEqual([
    { Name: 'self', Is: 'restored', As: 'self of a backup' },
    { Name: 'blog', Is: 'restored', As: 'blog' }
  ])
  expect((await app.rpc('swipfs/key/restore?encoding=text', { body })).text).toBe(
    'restored self as self of a backup\nrestored blog\n'
  )
  expect((await app.rpc('swipfs/key/restore', { body: form('x') })).status).toBe(500)
})

describe('pin/dates', () => {
  test('lists the dates by the CIDs of pin/ls, whose answer is unchanged', async () => {
    const app = await TestNode.start()
    const begun = pinnedNow()
    const [added] = (await app.rpc('add?pin-name=a', { body: form('one') })).lines as Array<{ Hash: string }>
    const [put] = (await app.rpc('block/put?pin=true', { body: form('two') })).lines as Array<{ Key: string }>
    const dates = (await app.rpc('swipfs/pin/dates')).lines as Array<{ Cid: string; Created: string }>
    expect(dates.map(({ Cid }) => Cid).sort()).toEqual([added.Hash, put.Key].sort())
    const seconds = dates.map(({ Created }) => Date.parse(Created) / 1000)
    expect(seconds.every((at) => at >= begun && at <= pinnedNow())).toBe(true)
    expect((await app.rpc('pin/ls?names=true&type=recursive')).text).not.toMatch(/since|created/i)
    expect((await app.rpc('swipfs/pin/dates?encoding=text')).text.split('\n')).toContain(
      `${dates[0].Cid} ${dates[0].Created}`
    )
  })
})

describe('jobs', () => {
  test('lists jobs with one of their paths, and cancels them', async () => {
    const app = await TestNode.start({ online: true })
    const answer = app.rpc(`pin/add?arg=${MISSING}&arg=b&arg=c&name=x`)
    await expect.poll(() => app.node.jobs.list().length).toBe(1)
    const [job] = (await app.rpc('swipfs/jobs/ls')).lines as Array<{ ID: string }>
    expect(job).toMatchObject({
      Kind: 'pin/add',
      State: 'running',
      Waiting: 1,
      Args: { name: 'x', paths: [`/ipfs/${MISSING}`], pathCount: 3 }
    })
    expect((await app.rpc(`swipfs/jobs/cancel?arg=${job.ID}`)).lines).toEqual([{ ID: job.ID, Found: true }])
    expect((await answer).lines).toMatchObject([{ Message: 'pin: context canceled', Code: 0 }])
    expect((await app.rpc(`swipfs/jobs/cancel?arg=${job.ID}`)).lines).toEqual([{ ID: job.ID, Found: false }])
    expect((await app.rpc(`swipfs/jobs/cancel?arg=x&encoding=text`)).text).toBe('no such job: x\n')
  })

  test('lists jobs that were not resumed yet, and continues waiting ones', async () => {
    const files = new FakeFiles()
    files.put('/picked/1/a', new Uint8Array(10))
    const datastore = new MemoryDatastore()
    const config = { 'Experimental.FilestoreEnabled': true }
    const first = await TestNode.start({ datastore, files, config })
    await first.node.services.start()
    files.onRead = () => {
      files.allowed = false
    }
    const [{ ID: id }] = (await first.rpc('swipfs/filestore/add?arg=/picked/1/a&pin-name=x')).lines as [{ ID: string }]
    await expect.poll(() => first.node.jobs.list()).toMatchObject([{ id, state: 'waiting' }])

    const second = await TestNode.start({ datastore, files, config })
    const [job] = (await second.rpc('swipfs/jobs/ls')).lines
    expect(job).toMatchObject({
      ID: id,
      Kind: 'add',
      State: 'waiting',
      Args: { file: '/picked/1/a', name: 'x', size: 10 }
    })
    expect((job as { Args: object }).Args).not.toHaveProperty('settings')
    await second.node.services.start()
    files.allowed = true
    files.onRead = () => {}
    expect((await second.rpc('swipfs/jobs/continue?arg=other')).lines).toEqual([{ ID: 'other', Found: false }])
    expect((await second.rpc(`swipfs/jobs/continue?arg=${id}`)).lines).toEqual([{ ID: id, Found: true }])
    await expect.poll(() => second.node.jobs.list()).toMatchObject([{ id, state: 'done' }])
  })
})

describe('repairs', () => {
  /** Opens a node with its blocks in memory, so that each new node has lost them. */
  const opened = async (datastore: MemoryDatastore): Promise<TestNode> =>
    await TestNode.start({ datastore, blockstore: await openBlockstore('test', { type: 'memory' }, datastore) })

  test('are none for a new node, and for one that has its blocks', async () => {
    const datastore = new MemoryDatastore()
    const blockstore = new MemoryBlockstore()

    for (let life = 0; life < 2; life++) {
      const app = await TestNode.start({ datastore, blockstore })
      expect((await app.rpc('swipfs/repairs/ls')).lines).toEqual([
        { Repairs: [], Incomplete: [], IncompleteCount: 0, Searching: false }
      ])
    }
  })

  test('name losses and pins with missing blocks, until they are acknowledged', async () => {
    const datastore = new MemoryDatastore()
    const { cid, bytes } = testBlock(1, 100)
    const first = await opened(datastore)
    await first.node.blockstore.put(cid, bytes)
    await first.node.pins.put({ cid, mode: 'recursive', name: 'mine' })

    const app = await opened(datastore)
    const report = async (): Promise<unknown> => (await app.rpc('swipfs/repairs/ls')).lines[0]
    expect(await report()).toMatchObject({
      Repairs: [{ At: expect.any(String) as string, What: 'blocks-lost', Pins: 2 }],
      Searching: true
    })
    await app.node.services.start()
    await expect.poll(report).toMatchObject({
      Incomplete: [{ Cid: cid.toString(), Name: 'mine' }],
      IncompleteCount: 1,
      Searching: false
    })
    expect((await app.rpc('swipfs/repairs/ls?encoding=text')).text).toContain(`incomplete pin ${cid} mine\n`)

    expect(await app.rpc('swipfs/repairs/forget')).toMatchObject({ status: 200, text: '' })
    expect(await report()).toMatchObject({ Repairs: [], Searching: false })
  })
})

describe('config', () => {
  test('problems lists invalid settings', async () => {
    const app = await withConfig({ API: { HTTPHeaders: { 'X-Note': ['a\nb'] } } })
    expect((await app.rpc('swipfs/config/problems')).lines).toEqual([{
      Problems: [{
        Key: 'API.HTTPHeaders.X-Note',
        Message: expect.stringContaining('X-Note holds a line end') as string
      }]
    }])
  })

  test('reset restores the defaults, and keeps the identity and the layout of the store', async () => {
    const app = await withConfig({ API: { HTTPHeaders: { 'X-Note': ['a'] } }, Datastore: { Spec: { type: 'idb' } } })
    expect(await app.rpc('swipfs/config/reset')).toMatchObject({ status: 200, text: '' })
    expect(app.node.config.all()).toEqual({
      ...DEFAULT_CONFIG,
      Identity: { PeerID: app.node.identity.peerId.toString() },
      Datastore: { ...DEFAULT_CONFIG.Datastore as object, Spec: { type: 'idb' } }
    })
  })

  test('reset is refused to callers that API.Authorizations excludes', async () => {
    const app = await withConfig({
      API: { Authorizations: { a: { AuthSecret: 'bearer:x', AllowedPaths: ['/api/v0'] } } }
    })
    expect((await app.rpc('swipfs/config/reset')).status).toBe(403)
    const headers = { Authorization: 'Bearer x' }
    expect((await app.rpc('swipfs/config/reset', { headers })).status).toBe(200)
    expect((await app.rpc('swipfs/config/reset')).status).toBe(200)
  })

  test.each([
    ['the recommended ones', {}, ['cid.contact', 'delegated-ipfs.dev', 'trustless-gateway.link'], false],
    [
      'the configured ones',
      {
        Routing: { DelegatedRouters: ['https://router.test'] },
        HTTPRetrieval: { Gateways: ['https://gateway.test/', 'auto'], Denylist: ['trustless-gateway.link'] }
      },
      ['router.test', 'gateway.test'],
      false
    ],
    ['none if disabled', { HTTPRetrieval: { Enabled: false } }, [], true],
    ['none without AutoConf', { AutoConf: { Enabled: false } }, [], false]
  ])('hosts lists the sources of missing content: %s', async (_, config, hosts, isOff) => {
    const datastore = new MemoryDatastore()
    await datastore.put(
      new Key('/local/config'),
      new TextEncoder().encode(JSON.stringify({ Routing: { DelegatedRouters: ['auto'] }, ...config }))
    )
    const app = await TestNode.start({ datastore, delegatedRouting: { auto: true } })
    expect((await app.rpc('swipfs/config/hosts')).lines).toEqual([{ Hosts: hosts, IsOff: isOff, Peers: null }])
  })

  test.each([
    ['dialable by a browser', {}, ['relay.test', 'bootstrap.libp2p.io', 'va1.bootstrap.libp2p.io']],
    ['the configured ones', { Bootstrap: [`/dns4/first.test/tcp/443/tls/ws/p2p/${PEER}`] }, [
      'relay.test',
      'first.test'
    ]],
    ['configured relays, and peering peers', {
      Bootstrap: [],
      Swarm: { RelayClient: { StaticRelays: [`/dns4/place.test/tcp/443/tls/ws/p2p/${PEER}`] } },
      Peering: {
        Peers: [{
          ID: '12D3KooWRL9VfRA6zNzYPGG7p9Gm2YsDHUobNU55oiiLMZGKZVDj',
          Addrs: ['/dns4/friend.test/tcp/443/wss', '/ip4/1.2.3.4/tcp/4001']
        }]
      }
    }, ['relay.test', 'place.test', 'friend.test']],
    ['no relays if the relay client is disabled', {
      Bootstrap: [],
      Swarm: {
        RelayClient: { Enabled: false, StaticRelays: [`/dns4/place.test/tcp/443/tls/ws/p2p/${PEER}`] }
      }
    }, ['relay.test']],
    ['none if disabled', { HTTPRetrieval: { Enabled: false } }, []]
  ])('hosts lists the first peers of a node with a swarm: %s', async (_, config, peers) => {
    const app = await withConfig({ Bootstrap: ['auto'], ...config })
    app.node.net.ownRelays = [RELAY]
    expect((await app.rpc('swipfs/config/hosts')).lines).toMatchObject([{ Peers: peers }])
  })
})
