import { MemoryDatastore } from 'datastore-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { conceal } from '../../config/changes/conceal.ts'
import { writeConfig } from '../../config/document/write-config.ts'
import { MemoryBlockstore } from '../../store/blockstore/memory-blockstore.ts'
import { TestNode } from '../../testing/test-node.ts'

let node: TestNode
let peerId: string

beforeEach(async () => {
  node = await TestNode.start()
  peerId = node.node.identity.peerId.toString()
})

async function message (target: string, init?: { body: FormData }): Promise<string> {
  const { status, lines: [line] } = await node.rpc(target, init)
  expect(status).toBe(500)
  return (line as { Message: string }).Message
}

async function value (key: string, query = ''): Promise<unknown> {
  const { lines: [line] } = await node.rpc(`config?arg=${key}${query}`)
  expect((line as { Key: string }).Key).toBe(key)
  return (line as { Value: unknown }).Value
}

function file (content: unknown): { body: FormData } {
  const form = new FormData()
  form.append('file', new Blob([typeof content === 'string' ? content : JSON.stringify(content)]), 'config')
  return { body: form }
}

const json = (value: unknown): string => `&json=true&arg=${encodeURIComponent(JSON.stringify(value))}`

describe('config', () => {
  test('is set as text, as a boolean or as JSON', async () => {
    expect(await value('Datastore.StorageMax', '&arg=5GB')).toBe('5GB')
    expect(await value('Gateway.NoFetch', '&arg=true&bool=true')).toBe(true)
    expect(await value('Gateway.NoFetch', '&arg=True&bool=true')).toBe(false)
    expect(await value('Datastore.StorageGCWatermark', json(80))).toBe(80)
    expect(await value('Datastore.StorageGCWatermark')).toBe(80)
    expect(await value('Bootstrap', json(null))).toBeNull()
  })

  test('applies from the next command on', async () => {
    await node.rpc(`config?arg=Import.CidVersion${json(1)}`)
    const form = new FormData()
    form.append('file', new Blob(['hello']), 'a')
    expect((await node.rpc('add', { body: form })).lines).toMatchObject([{
      Hash: 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
    }])
  })

  test.each([
    ['config?arg=Nosuch', 'failed to get config value: "Nosuch not found"'],
    ['config?arg=Nosuch&arg=x', 'failed to set config value: Nosuch not found (maybe use --json?)'],
    [
      'config?arg=Gateway.NoFetch&arg=x',
      'failed to set config value: failure to decode config: json: cannot unmarshal string into Go struct ' +
      'field Gateway.Gateway.NoFetch of type bool (maybe use --json?)'
    ],
    [
      'config?arg=Gateway.NoFetch&arg=%7Bbad&json=true',
      "failed to unmarshal json. invalid character 'b' looking for beginning of object key string"
    ],
    [
      'config?arg=Bootstrap&arg=x&expand-auto=true',
      '--expand-auto can only be used for reading config values, not for setting them'
    ],
    [
      'config?arg=Identity.PeerID&arg=12D3KooW',
      'failed to set config value: Identity.PeerID cannot be changed: it follows from the private key (maybe ' +
      'use --json?)'
    ],
    [
      'config?arg=Datastore.StorageMax&arg=x',
      'failed to set config value: Datastore.StorageMax is no number of bytes: strconv.ParseFloat: parsing ' +
      '"": invalid syntax (maybe use --json?)'
    ],
    [
      `config?arg=API.HTTPHeaders.X-Note${json(['a\nb'])}`,
      'failed to set config value: API.HTTPHeaders.X-Note holds a line end or another control character, ' +
      'which no header can (maybe use --json?)'
    ],
    [
      `config?arg=Plugins.Plugins.a${json({ Config: JSON.parse('['.repeat(600) + ']'.repeat(600)) as unknown })}`,
      'failed to set config value: it is nested too deeply (maybe use --json?)'
    ],
    [
      'config?arg=Datastore.Spec.type&arg=flatfs',
      'failed to set config value: Datastore.Spec.type cannot be changed: it is how the blocks of this repo ' +
      'are kept (maybe use --json?)'
    ]
  ])('%s fails', async (target, expected) => {
    const before = structuredClone(node.node.config.all())
    expect(await message(target)).toBe(expected)
    expect(node.node.config.all()).toEqual(before)
  })

  test.each(['Identity', 'identity', 'Identity.PrivKey', 'IDENTITY.privkey'])(
    'neither shows nor sets %s',
    async (key) => {
      for (const query of ['', '&arg=x', json({ PeerID: peerId }), '&expand-auto=true']) {
        expect(await message(`config?arg=${key}${query}`)).toBe('cannot show or change private key through API')
      }
    }
  )

  test('shows the peer ID', async () => {
    expect(await value('Identity.PeerID')).toBe(peerId)
  })

  test.each([
    'Pinning',
    'pinning.remoteservices',
    'Pinning.RemoteServices.x',
    'Pinning.RemoteServices.x.API',
    'Pinning.RemoteServices.x.api.KEY',
    'Pinning.RemoteServices.x.API.Key.more'
  ])('neither shows nor sets %s', async (key) => {
    expect(await message(`config?arg=${key}`)).toBe('cannot show or change pinning services credentials')
    expect(await message(`config?arg=${key}&arg=x`)).toBe('cannot show or change pinning services credentials')
  })

  test('changes settings of a pinning service other than its secret', async () => {
    await node.node.config.set('Pinning.RemoteServices', {
      x: {
        API: { Endpoint: 'https://x', Key: 'secret' },
        Policies: { MFS: { Enable: false, PinName: '', RepinInterval: '' } }
      }
    })
    expect(await value('Pinning.RemoteServices.x.Policies.MFS.Enable', '&arg=true&bool=true')).toBe(true)
  })

  test('prints a text as it is and all other values as indented JSON', async () => {
    expect((await node.rpc('config?arg=Datastore.StorageMax&encoding=text')).text).toBe('10GB\n')
    expect((await node.rpc('config?arg=Mounts&encoding=text')).text).toBe(
      '{\n  "FuseAllowOther": false,\n  "IPFS": "/ipfs",\n  "IPNS": "/ipns",\n  "MFS": "/mfs"\n}\n'
    )
    expect((await node.rpc('config?arg=Datastore.StorageMax&arg=1GB&encoding=text')).text).toBe('')
    expect((await node.rpc(`config?arg=Gateway.RootRedirect&arg=${encodeURIComponent('<&>')}&encoding=text`)).text)
      .toBe('')
    expect((await node.rpc('config?arg=Gateway&encoding=text')).text).toContain(
      '"RootRedirect": "\\u003c\\u0026\\u003e"'
    )
  })

  test('survives a restart', async () => {
    const data = new MemoryDatastore()
    const store = new MemoryBlockstore()
    node = await TestNode.start({ datastore: data, blockstore: store })
    await node.rpc('config?arg=Datastore.StorageMax&arg=7GB')
    node = await TestNode.start({ datastore: data, blockstore: store })
    expect(await value('Datastore.StorageMax')).toBe('7GB')
  })

  test('shows the value of auto', async () => {
    expect(await value('Bootstrap')).toEqual(['auto'])
    expect(await value('Bootstrap', '&expand-auto=true')).toHaveLength(7)
    expect(await value('Datastore.StorageMax', '&expand-auto=true')).toBe('10GB')
  })
})

describe('a value with characters that headers cannot contain', () => {
  test("is sent as UTF-8, like Kubo's, and disables nothing", async () => {
    expect(await value('API.HTTPHeaders.X-Note', json(['café ✓']))).toEqual(['café ✓'])
    const { status, headers } = await node.rpc('version')
    expect(status).toBe(200)
    expect(new TextDecoder().decode(Uint8Array.from(headers.get('x-note') ?? '', (char) => char.charCodeAt(0)))).toBe(
      'café ✓'
    )
  })
})

describe('API.Authorizations', () => {
  const BEARER = { AuthSecret: 'bearer:x', AllowedPaths: ['/api/v0'] }

  test.each<[string, unknown]>([
    ['opens other paths alone', { a: { ...BEARER, AllowedPaths: ['/api/v0/id', '/api/v0/config/show'] } }],
    ['has no paths', { a: { AuthSecret: 'bearer:x' } }],
    ['has no secret', { a: { AuthSecret: '', AllowedPaths: ['/api/v0'] } }],
    ['has a secret of no known kind', { a: { ...BEARER, AuthSecret: 'digest:x' } }],
    ['has a secret that no header carries', { a: { ...BEARER, AuthSecret: 'bearer:x\ny' } }],
    ['loses its paths to a later entry', { a: BEARER, b: { AuthSecret: 'x', AllowedPaths: [] } }],
    ['is not there', { a: null }]
  ])('is refused if its only entry %s', async (_, entries) => {
    const said =
      'API.Authorizations would leave nobody who may change the configuration again: give one entry a secret ' +
      'and a path that includes /api/v0/config'
    expect(await message(`config?arg=API.Authorizations${json(entries)}`)).toBe(said)
    expect(await message(`config?arg=API${json({ HTTPHeaders: {}, Authorizations: entries })}`)).toBe(said)
    expect((await node.rpc('config/show')).status).toBe(200)
  })

  test('applies if an entry allows undoing it, and that entry can', async () => {
    expect(
      (await node.rpc(
        `config?arg=API.Authorizations${json({ a: BEARER, b: { AuthSecret: 'y', AllowedPaths: ['/api/v0/id'] } })}`
      )).status
    ).toBe(200)
    expect((await node.rpc('config?arg=API')).status).toBe(403)
    expect(
      (await node.rpc(`config?arg=API.Authorizations${json({})}`, { headers: { Authorization: 'Bearer y' } })).status
    ).toBe(403)
    expect(
      (await node.rpc(`config?arg=API.Authorizations${json({})}`, { headers: { Authorization: 'Bearer x' } })).status
    ).toBe(200)
    expect((await node.rpc('config?arg=API')).status).toBe(200)
  })
})

describe('config/show', () => {
  test('shows everything except secrets, in order', async () => {
    await node.node.config.set('Pinning.RemoteServices', {
      x: { API: { Endpoint: 'https://x', Key: 'secret2' }, Policies: {} }
    })
    await node.node.config.update((config) => ({ ...config, Identity: { PeerID: peerId, privkey: 'secret3' } }))
    const { text, lines: [shown] } = await node.rpc('config/show')
    expect(text).not.toMatch(/secret/)
    expect(shown).toMatchObject({
      Identity: { PeerID: peerId },
      Pinning: { RemoteServices: { x: { API: { Endpoint: 'https://x' } } } }
    })
    expect(Object.keys(shown as object)).toEqual(Object.keys(shown as object).sort())
  })

  test('shows that there are authorizations, without their secrets', () => {
    expect(
      conceal({
        API: { HTTPHeaders: {}, Authorizations: { Alice: { AuthSecret: 'bearer:secret', AllowedPaths: [] } } }
      })
    ).toEqual({ API: { HTTPHeaders: {}, Authorizations: {} } })
    expect(conceal({ API: { HTTPHeaders: {} } })).toEqual({ API: { HTTPHeaders: {} } })
  })

  test('shows the value of auto, by an option of config', async () => {
    expect((await node.rpc('config/show')).lines).toMatchObject([{ Bootstrap: ['auto'] }])
    expect((await node.rpc('config/show?expand-auto=true')).lines).not.toMatchObject([{ Bootstrap: ['auto'] }])
  })

  test('prints indented JSON', async () => {
    expect((await node.rpc('config/show?encoding=text')).text).toMatch(
      /^\{\n {2}"API": \{\n {4}"HTTPHeaders": \{\}\n {2}\},\n[^]*\n\}\n$/
    )
  })
})

describe('config/replace', () => {
  test('accepts the output of config/show', async () => {
    await node.rpc('config?arg=Datastore.StorageMax&arg=5GB')
    const before = structuredClone(node.node.config.all())
    expect(await node.rpc('config/replace', file((await node.rpc('config/show')).text))).toMatchObject({
      status: 200,
      text: ''
    })
    expect(node.node.config.all()).toEqual(before)
  })

  test('accepts null for an empty file, like Kubo', async () => {
    await node.rpc('config?arg=Datastore.StorageMax&arg=5GB')
    expect((await node.rpc('config/replace', file('null'))).status).toBe(200)
    expect(node.node.config.all().Datastore).toMatchObject({ StorageMax: '' })
  })

  /** The configuration that Kubo v0.40.0 stores for `{}`, except for the settings that the node depends on. */
  test('by an empty file keeps what the node depends on, and unsets everything else', async () => {
    await node.rpc('config?arg=Datastore.StorageMax&arg=5GB')
    await node.rpc(`config?arg=AutoTLS.Enabled${json(false)}`)
    expect((await node.rpc('config/replace', file('{}'))).status).toBe(200)
    expect(node.node.config.all()).toEqual({
      ...writeConfig({}),
      API: { HTTPHeaders: null },
      Addresses: { API: null, Announce: null, AppendAnnounce: null, Gateway: null, NoAnnounce: null, Swarm: null },
      AutoTLS: {},
      Bootstrap: null,
      DNS: { Resolvers: null },
      Datastore: {
        BlockKeyCacheSize: null,
        BloomFilterSize: 0,
        GCPeriod: '',
        HashOnRead: false,
        Spec: null,
        StorageGCWatermark: 0,
        StorageMax: ''
      },
      Discovery: { MDNS: { Enabled: false } },
      Identity: { PeerID: peerId },
      Ipns: { DelegatedPublishers: null, RecordLifetime: '', RepublishPeriod: '', ResolveCacheSize: 0 },
      Mounts: { FuseAllowOther: false, IPFS: '', IPNS: '', MFS: '' },
      Pinning: { RemoteServices: null }
    })
    expect((await node.rpc('id')).lines).toMatchObject([{ ID: peerId }])
    expect((await node.rpc('repo/stat')).lines).toMatchObject([{ StorageMax: 18446744073709552000 }])
  })

  test.each(['', '12D3KooWother'])(
    'accepts the file of another node, of peer %j, and keeps its own identity',
    async (PeerID) => {
      const spec = { type: 'mount', mounts: [{ mountpoint: '/', type: 'levelds' }] }
      expect(
        (await node.rpc('config/replace', file({ Identity: { PeerID }, Datastore: { Spec: spec, StorageMax: '1GB' } })))
          .status
      ).toBe(200)
      expect(await value('Identity.PeerID')).toBe(peerId)
      expect(await value('Datastore')).toMatchObject({ Spec: { type: 'packed-idb' }, StorageMax: '1GB' })
    }
  )

  test('sets the given values, in any case, and drops unknown ones', async () => {
    expect((await node.rpc('config/replace', file({ gateway: { nofetch: true }, Nosuch: 1, Bootstrap: [] }))).status)
      .toBe(200)
    expect(node.node.config.all()).toEqual({
      ...writeConfig({ Gateway: { NoFetch: true } }),
      Bootstrap: [],
      Identity: { PeerID: peerId },
      Datastore: { ...writeConfig({}).Datastore as object, Spec: null }
    })
  })

  test('accepts its own file again after an empty one', async () => {
    const shown = (await node.rpc('config/show')).text
    await node.rpc('config/replace', file('{}'))
    expect((await node.rpc('config/show')).lines).toMatchObject([{ Datastore: { Spec: null } }])
    expect((await node.rpc('config/replace', file(shown))).status).toBe(200)
    expect(await value('Datastore.Spec')).toEqual({ type: 'packed-idb' })
  })

  test('reads the first value of the file', async () => {
    expect((await node.rpc('config/replace', file('{"Datastore":{"StorageMax":"1GB"}} trailing'))).status).toBe(200)
    expect(await value('Datastore.StorageMax')).toBe('1GB')
  })

  test.each<[unknown, string]>([
    ['no json', 'failed to decode file as config'],
    ['', 'failed to decode file as config'],
    ['[]', 'failed to decode file as config'],
    [{ Gateway: { NoFetch: 'yes' } }, 'failed to decode file as config'],
    [{ Identity: { PrivKey: 'x' } }, 'setting private key with API is not supported'],
    [{ identity: { privKEY: 'x' } }, 'setting private key with API is not supported'],
    [
      { Datastore: { StorageMax: 'x' } },
      'Datastore.StorageMax is no number of bytes: strconv.ParseFloat: parsing "": invalid syntax'
    ],
    [
      { API: { Authorizations: { a: { AuthSecret: 'bearer:x', AllowedPaths: ['/api/v0/id'] } } } },
      'API.Authorizations would leave nobody who may change the configuration again: give one entry a secret ' +
      'and a path that includes /api/v0/config'
    ],
    [
      { Pinning: { RemoteServices: { x: { API: { Endpoint: 'https://x' } } } } },
      "cannot add or remove remote pinning services with 'config replace'"
    ]
  ])('of %j fails', async (content, expected) => {
    const before = structuredClone(node.node.config.all())
    expect(await message('config/replace', file(content))).toBe(expected)
    expect(node.node.config.all()).toEqual(before)
  })

  test('of more than a configuration may contain fails', async () => {
    const before = structuredClone(node.node.config.all())
    expect(await message('config/replace', file({ Plugins: { Plugins: { a: { Config: 'x'.repeat(1024 * 1024) } } } })))
      .toBe('the configuration would be larger than 1048576 bytes')
    expect(node.node.config.all()).toEqual(before)
  })

  test('needs a file', async () => {
    expect(await message('config/replace', { body: new FormData() })).toBe('expected a file argument')
  })

  test('keeps the secrets of pinning services', async () => {
    const service = {
      API: { Endpoint: 'https://x', Key: 'secret' },
      Policies: { MFS: { Enable: false, PinName: '', RepinInterval: '' } }
    }
    await node.node.config.set('Pinning.RemoteServices', { x: service })
    const shown = {
      API: { Endpoint: 'https://x' },
      Policies: { MFS: { Enable: true, PinName: 'p', RepinInterval: '1m' } }
    }

    expect((await node.rpc('config/replace', file({ Pinning: { RemoteServices: { x: shown } } }))).status).toBe(200)
    expect(node.node.config.get('Pinning.RemoteServices')).toEqual({
      x: { API: service.API, Policies: shown.Policies }
    })

    const changed = 'cannot change remote pinning services api info with `config replace`'
    expect(
      await message('config/replace', file({ Pinning: { RemoteServices: { x: { API: { Endpoint: 'https://y' } } } } }))
    ).toBe(changed)
    expect(await message('config/replace', file({ Pinning: { RemoteServices: { x: { API: { Key: 'other' } } } } })))
      .toBe(changed)
    expect(await message('config/replace', file({}))).toBe(
      "cannot add or remove remote pinning services with 'config replace'"
    )
    expect(await message('config/replace', file({ Pinning: { RemoteServices: { y: shown } } }))).toBe(
      "cannot add or remove remote pinning services with 'config replace'"
    )
  })
})

describe('config/profile/apply', () => {
  test('answers the configurations before and after', async () => {
    const { lines: [line] } = await node.rpc('config/profile/apply?arg=announce-off')
    expect(line).toMatchObject({
      OldCfg: { Provide: { DHT: {} } },
      NewCfg: { Provide: { Enabled: false, DHT: { Interval: '0s' } } }
    })
    expect(await value('Provide.Enabled')).toBe(false)
  })

  test('changes nothing in a dry run', async () => {
    const before = structuredClone(node.node.config.all())
    expect((await node.rpc('config/profile/apply?arg=server&dry-run=true')).lines).toMatchObject([{
      NewCfg: { Swarm: { DisableNatPortMap: true } }
    }])
    expect(node.node.config.all()).toEqual(before)
  })

  test('shows no secret', async () => {
    await node.node.config.set('Pinning.RemoteServices', {
      x: { API: { Endpoint: 'https://x', Key: 'secret' }, Policies: {} }
    })
    expect((await node.rpc('config/profile/apply?arg=test')).text).not.toMatch(/secret/)
  })

  test.each(['nosuch', 'constructor', '__proto__'])('knows no profile %s', async (name) => {
    expect(await message(`config/profile/apply?arg=${name}`)).toBe(`${name} is not a profile`)
  })

  test('does not change the blockstore of an existing repo', async () => {
    expect((await node.rpc('config/profile/apply?arg=pebbleds&dry-run=true')).lines).toMatchObject([{
      NewCfg: { Datastore: { Spec: { type: 'pebbleds' } } }
    }])
    expect(await message('config/profile/apply?arg=pebbleds')).toBe(
      'the profile pebbleds can only be applied when a repository is made'
    )
  })

  test('removes the settings that it reverts', async () => {
    await node.rpc('config?arg=AutoConf.URL&arg=http://example.com')
    expect((await node.rpc('config/profile/apply?arg=default-networking')).status).toBe(200)
    expect(await message('config?arg=AutoConf.URL')).toBe('failed to get config value: "AutoConf.URL not found"')
    expect(await value('AutoConf')).toEqual({})
  })

  test('prints the difference', async () => {
    const { text } = await node.rpc('config/profile/apply?arg=announce-off&dry-run=true&encoding=text')
    expect(text).toContain(
      '\n"Provide": {\n    "DHT": {\n\x1b[32m        << "Interval": "0s"\x1b[0m\n        },\n\x1b[32m    << ' +
        '"Enabled": false\x1b[0m\n    },\n'
    )
    expect(text.startsWith('{\n"API": {"HTTPHeaders":{}},\n')).toBe(true)
  })
})

describe('an explicit zero of the configuration', () => {
  test.each(['config/profile/apply?arg=test', 'config/profile/apply?arg=announce-off', 'config/replace'])(
    'stays through %s',
    async (target) => {
      await node.rpc(`config?arg=Gateway.MaxConcurrentRequests${json(0)}`)
      await node.rpc(`config?arg=Gateway.DiagnosticServiceURL${json('')}`)
      await node.rpc(`config?arg=Gateway.PublicGateways${json({ localhost: null })}`)
      const shown = (await node.rpc('config/show')).text
      expect((await node.rpc(target, file(shown))).status).toBe(200)
      expect(await value('Gateway')).toMatchObject({
        MaxConcurrentRequests: 0,
        DiagnosticServiceURL: '',
        PublicGateways: { localhost: null }
      })
    }
  )
})

test('config/edit is not available over HTTP', async () => {
  expect((await node.rpc('config/edit')).status).toBe(404)
})
