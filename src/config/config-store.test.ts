import { MemoryDatastore } from 'datastore-core'
import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG, openConfig } from './config-store.ts'
import { readConfig } from './read-config.ts'
import { withDefaults } from './with-defaults.ts'
import { writeConfig } from './write-config.ts'

describe('the configuration of a repo', () => {
  test('starts with the defaults', async () => {
    expect((await openConfig(new MemoryDatastore())).all()).toEqual(DEFAULT_CONFIG)
  })

  test('is kept, with what was set before the start', async () => {
    const data = new MemoryDatastore()
    const config = await openConfig(data, { 'Gateway.NoFetch': true, 'A.B.C': [1] })
    await config.set('Datastore.StorageMax', '5GB')
    const again = await openConfig(data)
    expect(again.get('Gateway.NoFetch')).toBe(true)
    expect(again.get('A.B.C')).toEqual([1])
    expect(again.get('Datastore.StorageMax')).toBe('5GB')
    expect(again.get('Datastore.Nosuch.x')).toBeUndefined()
    expect(again.get('toString')).toBeUndefined()
  })

  test('loses no change of those that come together', async () => {
    const config = await openConfig(new MemoryDatastore())
    await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => { await config.set(`Plugins.Plugins.${name}`, { Disabled: true }) }))
    expect(Object.keys(config.get<Record<string, never>>('Plugins.Plugins') ?? {})).toEqual(['a', 'b', 'c', 'd'])
  })

  test('stays as it was when a change fails, and takes the next one', async () => {
    const config = await openConfig(new MemoryDatastore())
    const before = config.all()
    const failing = config.update(() => { throw new Error('no') })
    const next = config.set('Gateway.NoFetch', true)
    await expect(failing).rejects.toThrow('no')
    await next
    expect(config.all()).toEqual({ ...before, Gateway: { ...before.Gateway as object, NoFetch: true } })
  })

  test('stays as it was when it cannot be kept', async () => {
    const data = new MemoryDatastore()
    const config = await openConfig(data)
    data.put = () => { throw new Error('full') }
    await expect(config.set('Gateway.NoFetch', true)).rejects.toThrow('full')
    expect(config.get('Gateway.NoFetch')).toBe(false)
  })
})

describe('reading a configuration', () => {
  test('takes names in any case and drops what it does not know', () => {
    expect(readConfig({ gateway: { nofetch: true, Other: 1 }, identity: { privkey: 'x' }, Nothing: {} })).toEqual({ Gateway: { NoFetch: true }, Identity: { PrivKey: 'x' } })
  })

  test('takes the default configuration as it is', () => {
    expect(readConfig(DEFAULT_CONFIG)).toEqual(DEFAULT_CONFIG)
  })
})

describe('writing a configuration out', () => {
  test('gives the default configuration as it is', () => {
    expect(writeConfig(readConfig(DEFAULT_CONFIG))).toEqual(DEFAULT_CONFIG)
  })

  test('gives the zeros of all fields but those that are left out when empty', () => {
    const written = writeConfig({})
    expect(written.Identity).toEqual({ PeerID: '' })
    expect(written.Bootstrap).toBeNull()
    expect(written.Experimental).toEqual({ FilestoreEnabled: false, Libp2pStreamMounting: false, OptimisticProvide: false, OptimisticProvideJobsPoolSize: 0, P2pHttpProxy: false, UrlstoreEnabled: false })
    expect(written.AutoNAT).toEqual({})
    expect(writeConfig({ AutoNAT: { Throttle: { GlobalLimit: 1 } }, Provide: { Enabled: false } })).toMatchObject({ AutoNAT: { Throttle: { GlobalLimit: 1, Interval: null, PeerLimit: 0 } }, Provide: { Enabled: false } })
  })
})

test('missing fields take their defaults, empty ones stay', () => {
  const defaults = { Gateway: { NoFetch: false, HTTPHeaders: { a: ['b'] }, RootRedirect: '/x' }, Bootstrap: ['auto'] }
  expect(withDefaults({ Gateway: { NoFetch: true, HTTPHeaders: {} } }, defaults)).toEqual({ Gateway: { NoFetch: true, HTTPHeaders: {}, RootRedirect: '/x' }, Bootstrap: ['auto'] })
  expect(withDefaults({ Bootstrap: null }, defaults)).toEqual({ ...defaults, Bootstrap: null })
})
