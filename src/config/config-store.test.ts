import { MemoryDatastore } from 'datastore-core'
import { Key } from 'interface-datastore'
import { describe, expect, test } from 'vitest'
import { authorized } from './changes/authorized.ts'
import { DEFAULT_CONFIG, openConfig } from './config-store.ts'
import type { ConfigStore } from './config-store.ts'
import { readConfig } from './document/read-config.ts'
import { writeConfig } from './document/write-config.ts'
import type { Json } from './values/config.ts'
import { withDefaultSettings } from './with-default-settings.ts'

describe('the configuration of a repo', () => {
  test('starts with the defaults', async () => {
    expect((await openConfig(new MemoryDatastore())).all()).toEqual(DEFAULT_CONFIG)
  })

  test('is stored, including values set before the start', async () => {
    const data = new MemoryDatastore()
    const config = await openConfig(data, { overrides: { 'Gateway.NoFetch': true, 'Plugins.Plugins.B.Config': [1] } })
    await config.set('Datastore.StorageMax', '5GB')
    const again = await openConfig(data)
    expect(again.get('Gateway.NoFetch')).toBe(true)
    expect(again.get('Plugins.Plugins.B.Config')).toEqual([1])
    expect(again.get('Datastore.StorageMax')).toBe('5GB')
    expect(again.get('Datastore.Nosuch.x')).toBeUndefined()
    expect(again.get('toString')).toBeUndefined()
  })

  test('loses no concurrent change', async () => {
    const config = await openConfig(new MemoryDatastore())
    await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => {
      await config.set(`Plugins.Plugins.${name}`, { Disabled: true })
    }))
    expect(Object.keys(config.get<Record<string, never>>('Plugins.Plugins') ?? {})).toEqual(['a', 'b', 'c', 'd'])
  })

  test('is unchanged after a failed change, and accepts the next one', async () => {
    const config = await openConfig(new MemoryDatastore())
    const before = config.all()
    const failing = config.update(() => {
      throw new Error('no')
    })
    const next = config.set('Gateway.NoFetch', true)
    await expect(failing).rejects.toThrow('no')
    await next
    expect(config.all()).toEqual({ ...before, Gateway: { ...before.Gateway as object, NoFetch: true } })
  })

  test('is not written when it is reopened', async () => {
    const data = new MemoryDatastore()
    await openConfig(data, { overrides: { 'Gateway.NoFetch': true }, peerId: '12D3KooW' })
    data.put = () => {
      throw new Error('full')
    }
    const config = await openConfig(data, {
      overrides: { 'Gateway.NoFetch': true },
      initial: { 'Datastore.StorageMax': '1GB' },
      peerId: '12D3KooW'
    })
    expect([config.get('Gateway.NoFetch'), config.get('Datastore.StorageMax'), config.get('Identity.PeerID')]).toEqual([
      true,
      '10GB',
      '12D3KooW'
    ])
  })

  test('is not treated as invalid if it cannot be read', async () => {
    const data = new MemoryDatastore()
    await openConfig(data)
    data.get = () => {
      throw new Error('broken')
    }
    await expect(openConfig(data)).rejects.toThrow('broken')
  })

  test.each<[Record<string, Json>, string]>([[{ 'A.B': 1 }, 'A not found'], [
    { 'Datastore.StorageMax': 'x' },
    'Datastore.StorageMax is no number of bytes'
  ], [{ 'Gateway.NoFetch': 'x' }, 'cannot unmarshal string']])('does not begin with %j', async (overrides, message) => {
    const data = new MemoryDatastore()
    await expect(openConfig(data, { overrides })).rejects.toThrow(message)
    await expect(openConfig(data, { initial: overrides })).rejects.toThrow(message)
    expect((await openConfig(data)).all()).toEqual(DEFAULT_CONFIG)
  })

  test('is unchanged if it cannot be stored', async () => {
    const data = new MemoryDatastore()
    const config = await openConfig(data)
    data.put = () => {
      throw new Error('full')
    }
    await expect(config.set('Gateway.NoFetch', true)).rejects.toThrow('full')
    expect(config.get('Gateway.NoFetch')).toBe(false)
  })
})

describe('invalid stored values', () => {
  async function kept (config: Json): Promise<{ data: MemoryDatastore; store: ConfigStore }> {
    const data = new MemoryDatastore()
    await data.put(new Key('/local/config'), new TextEncoder().encode(JSON.stringify(config)))
    return { data, store: await openConfig(data, { peerId: '12D3KooW' }) }
  }

  test('are ignored individually, reported, and still shown', async () => {
    const { store } = await kept({
      API: { HTTPHeaders: { 'X-Bad': ['a\nb'], 'X-Good': ['c'], 'X-None': null } },
      Import: { CidVersion: 7, HashFunction: 'blake3' },
      Datastore: 'x',
      gateway: { nofetch: true }
    })
    expect(store.get('API.HTTPHeaders')).toEqual({ 'X-Good': ['c'] })
    expect(store.get('Import')).toEqual({ HashFunction: 'blake3' })
    expect([store.get('Datastore'), store.get('Datastore.StorageMax'), store.get('Gateway.NoFetch')]).toEqual([
      undefined,
      undefined,
      true
    ])
    expect(store.problems().map(({ key }) => key)).toEqual(['API.HTTPHeaders.X-Bad', 'Import.CidVersion', 'Datastore'])
    expect(store.all()).toMatchObject({ Datastore: 'x', Import: { CidVersion: 7 } })
  })

  test('can be corrected one by one', async () => {
    const { store } = await kept({ API: { HTTPHeaders: { 'X-Bad': ['a\nb'] } }, Import: { CidVersion: 7 } })
    await store.set('Gateway.NoFetch', true)
    await store.set('API.HTTPHeaders', {})
    expect(store.problems()).toHaveLength(1)
    await store.set('Import.CidVersion', 1)
    expect(store.problems()).toEqual([])
  })

  test('stay until they are changed, even if nothing of the configuration is valid', async () => {
    const { data, store } = await kept('none')
    const before = await data.get(new Key('/local/config'))
    expect(store.problems()).toMatchObject([{ key: '' }])
    expect(store.get('Datastore.StorageMax')).toBe('10GB')
    expect(await data.get(new Key('/local/config'))).toEqual(before)
    await store.set('Datastore.StorageMax', '5GB')
    expect(store.problems()).toEqual([])
    expect((await openConfig(data)).all()).toEqual({
      ...DEFAULT_CONFIG,
      Identity: { PeerID: '12D3KooW' },
      Datastore: { ...DEFAULT_CONFIG.Datastore as object, StorageMax: '5GB' }
    })
  })

  test('do not open what they were meant to close', async () => {
    for (
      const Authorizations of ['x', [1], { a: null }, { a: 5 }, { a: { AuthSecret: 'x', AllowedPaths: 'x' } }] as Json[]
    ) {
      const { store } = await kept({ API: { Authorizations } })
      expect(authorized(store.all(), '/api/v0/id', null)).toBe(false)
      expect(authorized(store.all(), '/api/v0/id', 'Bearer x')).toBe(false)
    }
  })

  test('are removed by a reset, which keeps the identity and the block layout', async () => {
    const { store } = await kept({
      API: { Authorizations: { a: { AuthSecret: 'x', AllowedPaths: [] } } },
      Identity: { PrivKey: {} },
      Datastore: { StorageMax: 'x', Spec: { type: 'idb' } }
    })
    await store.update(withDefaultSettings)
    expect(store.all()).toEqual({
      ...DEFAULT_CONFIG,
      Identity: { PeerID: '12D3KooW' },
      Datastore: { ...DEFAULT_CONFIG.Datastore as object, Spec: { type: 'idb' } }
    })
  })
})

describe('reading a configuration', () => {
  test('accepts names in any case, and drops unknown ones', () => {
    expect(readConfig({ gateway: { nofetch: true, Other: 1 }, identity: { privkey: 'x' }, Nothing: {} })).toEqual({
      Gateway: { NoFetch: true },
      Identity: { PrivKey: 'x' }
    })
  })

  test('reads the default configuration unchanged', () => {
    expect(readConfig(DEFAULT_CONFIG)).toEqual(DEFAULT_CONFIG)
  })
})

describe('writing a configuration out', () => {
  test('writes the default configuration unchanged', () => {
    expect(writeConfig(readConfig(DEFAULT_CONFIG))).toEqual(DEFAULT_CONFIG)
  })

  test('writes the zero values of all fields that are not omitted when empty', () => {
    const written = writeConfig({})
    expect(written.Identity).toEqual({ PeerID: '' })
    expect(written.Bootstrap).toBeNull()
    expect(written.Experimental).toEqual({
      FilestoreEnabled: false,
      Libp2pStreamMounting: false,
      OptimisticProvide: false,
      OptimisticProvideJobsPoolSize: 0,
      P2pHttpProxy: false,
      UrlstoreEnabled: false
    })
    expect(written.AutoNAT).toEqual({})
    expect(writeConfig({ AutoNAT: { Throttle: { GlobalLimit: 1 } }, Provide: { Enabled: false } })).toMatchObject({
      AutoNAT: { Throttle: { GlobalLimit: 1, Interval: null, PeerLimit: 0 } },
      Provide: { Enabled: false }
    })
  })
})
