import { MemoryDatastore } from 'datastore-core'
import fc from 'fast-check'
import { Key } from 'interface-datastore'
import { describe, expect, test } from 'vitest'
import { root } from '../commands/root.ts'
import { hasDht } from '../net/network-settings.ts'
import { gatewayApp } from '../node-adapter/apps/gateway-app.ts'
import { rpcApp } from '../node-adapter/apps/rpc-app.ts'
import { createNode } from '../node/create-node.ts'
import type { IpfsNode } from '../node/interface/ipfs-node.ts'
import { provideStrategy } from '../node/providing/keys-to-provide.ts'
import { retrievalSettings } from '../retrieval/settings/retrieval-settings.ts'
import { MemoryBlockstore } from '../store/blockstore/memory-blockstore.ts'
import { anyText } from '../testing/dag/any-text.ts'
import { authorizations } from './changes/authorizations.ts'
import { DEFAULT_CONFIG } from './config-store.ts'
import { kuboSchema } from './document/kubo-schema.ts'
import type { Schema } from './schema/schema.ts'
import { isObject } from './values/config.ts'
import type { Json } from './values/config.ts'
import { withDefaultSettings } from './with-default-settings.ts'

const CONFIG_KEY = new Key('/local/config')

const PEER = '/ip4/104.131.131.82/tcp/4001/p2p/QmYyQSo1c1Ym7orWxLYvCrM2EmxFTANf8wXmmE7DWjhx5N'
const NET = '/ip4/192.168.0.0/ipcidr/16'

function formOf (text: string): FormData {
  const form = new FormData()
  form.append('file', new Blob([text]), 'a')
  return form
}

/** A node on a repo with a configuration from an older version, or written by hand. */
async function nodeWith (text: string, { online = false } = {}): Promise<IpfsNode> {
  const datastore = new MemoryDatastore()
  await datastore.put(CONFIG_KEY, new TextEncoder().encode(text))
  return await createNode({ openBlockstore: async () => new MemoryBlockstore(), datastore, online })
}

async function rpc (node: IpfsNode, target: string, init: RequestInit = {}): Promise<{ status: number; text: string }> {
  const response = await rpcApp(node, root, () => 5001)(
    new Request(`http://127.0.0.1:5001/api/v0/${target}`, { method: 'POST', ...init }),
    () => {},
    `/api/v0/${target}`
  )
  return { status: response.status, text: await response.text() }
}

async function gateway (node: IpfsNode, target: string): Promise<number> {
  const response = await gatewayApp(node)(new Request(`http://127.0.0.1:8080${target}`), undefined, target)
  await response.body?.cancel()
  return response.status
}

/** All that the node is for goes on: nothing is shut by a setting. */
async function answers (node: IpfsNode, text: string): Promise<void> {
  const restricted = authorizations(node.config.all()).length > 0

  for (
    const target of [
      'id',
      'version',
      'config/show',
      'config?arg=Identity.PeerID',
      'config/show?expand-auto=true',
      'repo/stat',
      'config/profile/apply?arg=server&dry-run=true'
    ]
  ) {
    const { status, text: said } = await rpc(node, target)
    expect({ target, status, said: status === 500 ? said : '' }, text).toEqual({
      target,
      status: restricted ? 403 : 200,
      said: ''
    })
  }

  expect((await rpc(node, 'add?pin=false', { body: formOf('hello') })).status, text).toBe(restricted ? 403 : 200)
  expect([200, 406, 410, 412]).toContain(await gateway(node, '/ipfs/bafkqablimvwgy3y'))
  expect(await gateway(node, '/'), text).toBeLessThan(500)
  expect((await rpc(node, 'nosuch')).status, text).toBe(restricted ? 403 : 404)

  // and a person always has a way back
  await node.config.update(withDefaultSettings)
  expect(node.config.problems(), text).toEqual([])
  expect((await rpc(node, 'config?arg=Identity.PeerID')).text).toBe(
    `{"Key":"Identity.PeerID","Value":"${node.identity.peerId.toString()}"}\n`
  )
  await node.stop()
}

/** Dotted keys of all fields, and of an entry of each map. */
function keys (schema: Schema, path: string[] = []): string[][] {
  switch (schema.kind) {
    case 'struct':
      return [path, ...Object.entries(schema.fields).flatMap(([name, field]) => keys(field.schema, [...path, name]))]
    case 'map':
      return [path, ...keys(schema.item, [...path, 'X-Entry'])]
    default:
      return [path]
  }
}

const KEYS = keys(kuboSchema).filter((path) => path.length > 0)

const nasty = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>,
  fc.constantFrom<Json>(
    null,
    '',
    'x',
    'café ✓',
    'a\nb',
    '\u0000',
    -1,
    0,
    1e21,
    1.5,
    true,
    [],
    {},
    [null],
    [1],
    { '': null },
    { a: null },
    { 'bad name': ['x'] },
    { X: ['\u0001'] },
    { toString: 1 },
    { __proto__: 1 },
    '9999999h',
    '-1s',
    'size-0',
    'rabin-1'
  ),
  anyText({ maxLength: 20 })
)

function placed (config: Json, [name, ...rest]: string[], value: Json): Json {
  const base = isObject(config) ? config : {}
  return { ...base, [name]: rest.length === 0 ? value : placed(base[name] ?? {}, rest, value) }
}

const changed = fc.array(fc.tuple(fc.constantFrom(...KEYS), nasty), { minLength: 1, maxLength: 6 })
  .map((changes) =>
    changes.reduce<Json>((config, [path, value]) => placed(config, path, value), structuredClone(DEFAULT_CONFIG))
  )

describe('the node opens and answers with any stored configuration', () => {
  test('any JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (text) => {
        await answers(await nodeWith(text), text)
      }),
      { numRuns: 60 }
    )
  })

  test('the default with invalid values', async () => {
    await fc.assert(
      fc.asyncProperty(changed, async (config) => {
        await answers(await nodeWith(JSON.stringify(config)), JSON.stringify(config))
      }),
      { numRuns: 150 }
    )
  }, 300_000)

  test.each([
    ['nothing', ''],
    ['no JSON', 'no JSON'],
    ['half of it', '{"Gateway":'],
    ['a text', '"text"'],
    ['a list', '[]'],
    ['null', 'null'],
    ['too many levels', `{"Plugins":${'{"a":'.repeat(5000)}1${'}'.repeat(5001)}`]
  ])('%s', async (_, text) => {
    const node = await nodeWith(text)
    expect(node.config.problems()).toMatchObject([{
      key: '',
      message: expect.stringMatching(/^the configuration that is kept cannot be read/)
    }])
    await answers(node, text)
  })

  test('each key alone with each kind of value', async () => {
    for (const path of KEYS) {
      for (const value of ['✓', -1, 1e300, [null], { x: [null] }] as Json[]) {
        const text = JSON.stringify(placed(DEFAULT_CONFIG, path, value))
        const node = await nodeWith(text)
        const restricted = authorizations(node.config.all()).length > 0
        expect((await rpc(node, 'version')).status, text).toBe(restricted ? 403 : 200)
        expect((await rpc(node, 'config/show')).status, text).toBe(restricted ? 403 : 200)
        expect(await gateway(node, '/ipfs/bafkqablimvwgy3y'), text).toBeLessThan(500)
      }
    }
  }, 300_000)

  test('the sources of missing blocks can be read from any configuration', async () => {
    for (
      const path of KEYS.filter(([section]) => ['AutoConf', 'HTTPRetrieval', 'Peering', 'Routing'].includes(section))
    ) {
      for (const value of ['✓', '', '0', -1, 1e300, [null], ['✓'], { x: [null] }] as Json[]) {
        const text = JSON.stringify(placed(DEFAULT_CONFIG, path, value))
        const node = await nodeWith(text)
        expect(() => retrievalSettings(node.config, { auto: true }), text).not.toThrow()
      }
    }
  })

  test.each([
    ['Bootstrap', [
      'bootstrap/rm/all',
      'bootstrap/rm?all=true',
      `bootstrap/rm?arg=${PEER}`,
      `bootstrap/add?arg=${PEER}`,
      'bootstrap/list'
    ]],
    ['Swarm.AddrFilters', [
      'swarm/filters',
      `swarm/filters/rm?arg=${NET}`,
      'swarm/filters/rm?arg=all',
      `swarm/filters/add?arg=${NET}`
    ]],
    ['Pinning.RemoteServices', [
      'pin/remote/service/ls',
      'pin/remote/service/rm?arg=x',
      'pin/remote/service/add?arg=y&arg=http://127.0.0.1:1/&arg=key',
      'REPLACE'
    ]]
  ])('%s can be changed in any stored configuration', async (key, targets) => {
    for (const value of ['x', -1, 1e300, true, [null], [{}], {}, { x: null }, { x: 'y' }] as Json[]) {
      for (const target of targets) {
        const text = JSON.stringify(placed(DEFAULT_CONFIG, key.split('.'), value))
        const node = await nodeWith(text, { online: true })
        const asked = target === 'REPLACE'
          ? await rpc(node, 'config/replace', { body: formOf(JSON.stringify(DEFAULT_CONFIG)) })
          : await rpc(node, target)
        expect({ target, ...asked }, text).toEqual({ target, status: 200, text: expect.anything() })
        await node.stop()
      }
    }
  })

  test('valid address filters block peers even next to invalid ones', async () => {
    const node = await nodeWith(JSON.stringify(placed(DEFAULT_CONFIG, ['Swarm', 'AddrFilters'], ['x', NET, null])), {
      online: true
    })
    expect(JSON.parse((await rpc(node, 'swarm/filters')).text)).toEqual({ Strings: [NET] })
    expect(node.config.problems()).toMatchObject([{ key: 'Swarm.AddrFilters' }])
    await node.stop()
  })

  test('valid bootstrap peers are used even next to invalid ones', async () => {
    const node = await nodeWith(JSON.stringify({ ...DEFAULT_CONFIG, Bootstrap: ['café ✓', PEER] }))
    expect(JSON.parse((await rpc(node, `bootstrap/rm?arg=${PEER}`)).text)).toEqual({ Peers: [PEER] })
    expect(JSON.parse((await rpc(node, 'bootstrap/list')).text)).toEqual({ Peers: ['café ✓'] })
    expect((await rpc(node, `bootstrap/add?arg=${PEER}`)).status).toBe(200)
    expect(JSON.parse((await rpc(node, 'bootstrap/rm/all')).text)).toEqual({ Peers: [PEER] })
    await node.stop()
  })

  test('an invalid Routing.Type counts as the default, and cannot be set', async () => {
    const node = await nodeWith(JSON.stringify(placed(DEFAULT_CONFIG, ['Routing', 'Type'], 'supernode')))
    expect([hasDht(node.config), node.config.problems().map(({ key }) => key)]).toEqual([true, ['Routing.Type']])
    expect(await rpc(node, 'config?arg=Routing.Type&arg=dhtt')).toMatchObject({
      status: 500,
      text: expect.stringContaining('Routing.Type is none of auto, autoclient, delegated,')
    })
    expect((await rpc(node, 'config?arg=Routing.Type&arg=dhtclient')).status).toBe(200)
    await node.stop()
  })

  test('an invalid Provide.Strategy counts as all, is reported, and cannot be set', async () => {
    const node = await nodeWith(JSON.stringify(placed(DEFAULT_CONFIG, ['Provide', 'Strategy'], 'pinned+uniuqe')))
    expect([provideStrategy(node.config).all, node.config.problems()]).toMatchObject([true, [{
      key: 'Provide.Strategy',
      message: 'Provide.Strategy: unknown provide strategy token: "uniuqe" in "pinned+uniuqe"'
    }]])
    expect((await rpc(node, 'swipfs/config/problems')).text).toContain('unknown provide strategy token')
    expect(await rpc(node, 'config?arg=Provide.Strategy&arg=pinnd')).toMatchObject({
      status: 500,
      text: expect.stringContaining('Provide.Strategy: unknown provide strategy token: ')
    })
    expect((await rpc(node, 'config?arg=Provide.Strategy&arg=pinned')).status).toBe(200)
    await node.stop()
  })
})
