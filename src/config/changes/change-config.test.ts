import { describe, expect, test } from 'vitest'
import { DEFAULT_CONFIG } from '../config-store.ts'
import { checkKey } from '../document/check-key.ts'
import type { Config, Json } from '../values/config.ts'
import { getValue, setValue } from './change-config.ts'

const CONFIG: Config = { ...DEFAULT_CONFIG, Identity: { PeerID: '12D3KooW' } }
const set = (key: string, value: Json): Json => getValue(setValue(CONFIG, key, value), key)

describe('a value that is set', () => {
  test.each<[string, Json]>([
    ['Datastore.StorageMax', '5GB'],
    ['Gateway.NoFetch', true],
    ['Gateway.DeserializedResponses', null],
    ['API.HTTPHeaders', { 'X-A': ['b'] }],
    ['API.HTTPHeaders.X-A', ['b']],
    ['API.Authorizations.Alice', { AuthSecret: 'x', AllowedPaths: ['/api/v0/id'] }],
    ['Gateway.PublicGateways', {
      localhost: { Paths: ['/ipfs'], UseSubdomains: true, DeserializedResponses: false },
      'example.com': null
    }],
    ['Gateway.MaxRangeRequestFileSize', '5 GiB'],
    ['Gateway.MaxRangeRequestFileSize', 1000],
    ['Swarm.ConnMgr.GracePeriod', '1m30s'],
    ['Swarm.ConnMgr.GracePeriod', 'default'],
    ['Swarm.Transports.Security.TLS', 100],
    ['Swarm.Transports.Security.TLS', false],
    ['Swarm.ResourceMgr.Limits', {}],
    ['Addresses.API', '/ip4/127.0.0.1/tcp/1'],
    ['Addresses.API', ['/ip4/127.0.0.1/tcp/1', '/ip4/127.0.0.1/tcp/2']],
    ['AutoNAT.ServiceMode', 'disabled'],
    ['Peering.Peers', [{ ID: 'QmNnooDu7bfjPFoTZYxMNLWUQJyrVwtbZg5gBMjTezGAJN', Addrs: ['/ip4/1.2.3.4/tcp/1'] }]],
    ['Routing.Routers', {
      r: { Type: 'http', Parameters: { Endpoint: 'http://x' } },
      s: { Type: 'parallel', Parameters: { Routers: [{ RouterName: 'r', Timeout: '1s', IgnoreErrors: true }] } }
    }],
    ['Routing.Methods', { provide: { RouterName: 'r' } }],
    ['Plugins.Plugins.x.Config.a.b', 1],
    ['Datastore.Spec.anything.goes', [1]],
    ['Experimental.GraphsyncEnabled', false],
    ['Import.CidVersion', null],
    ['Internal.Bitswap.TaskWorkerCount', 3],
    ['Bootstrap', null]
  ])('%s to %j', (key, value) => {
    expect(set(key, value)).toEqual(value)
  })

  test('does not modify the original configuration', () => {
    const before = structuredClone(CONFIG)
    setValue(CONFIG, 'API.HTTPHeaders.X-A', ['b'])
    expect(CONFIG).toEqual(before)
  })
})

/** Recorded answers of Kubo v0.40.0. */
describe('a value of the wrong type', () => {
  test.each<[string, Json, string]>([
    [
      'Gateway.NoFetch',
      'text',
      'json: cannot unmarshal string into Go struct field Gateway.Gateway.NoFetch of type bool'
    ],
    ['Gateway', 'x', 'json: cannot unmarshal string into Go struct field Config.Gateway of type config.Gateway'],
    ['Gateway', [1], 'json: cannot unmarshal array into Go struct field Config.Gateway of type config.Gateway'],
    ['Bootstrap', 'x', 'json: cannot unmarshal string into Go struct field Config.Bootstrap of type []string'],
    ['Bootstrap', [1], 'json: cannot unmarshal number into Go struct field Config.Bootstrap of type string'],
    [
      'Import.CidVersion',
      'x',
      'json: cannot unmarshal string into Go struct field Import.Import.CidVersion of type int64'
    ],
    [
      'Import.CidVersion',
      1.5,
      'json: cannot unmarshal number 1.5 into Go struct field Import.Import.CidVersion of type int64'
    ],
    [
      'Import.UnixFSChunker',
      1,
      'json: cannot unmarshal number into Go struct field Import.Import.UnixFSChunker of type string'
    ],
    [
      'Import.UnixFSRawLeaves',
      'x',
      'failed to unmarshal "\\"x\\"" into a flag: must be null/undefined, true, or false'
    ],
    ['Swarm.Transports.Security.TLS', true, "'true' is not a valid priority"],
    ['Swarm.Transports.Security.TLS', -1, 'priority must be positive: -1 <= 0'],
    [
      'Swarm.Transports.Security.TLS',
      'x',
      'json: cannot unmarshal string into Go struct field .Swarm.Transports.Security.TLS of type int64'
    ],
    [
      'Swarm.Transports.Network',
      'x',
      'json: cannot unmarshal string into Go struct field Transports.Swarm.Transports.Network of type struct ' +
      '{ QUIC config.Flag "json:\\",omitempty\\""; TCP config.Flag "json:\\",omitempty\\""; Websocket ' +
      'config.Flag "json:\\",omitempty\\""; Relay config.Flag "json:\\",omitempty\\""; WebTransport ' +
      'config.Flag "json:\\",omitempty\\""; WebRTCDirect config.Flag "json:\\",omitempty\\"" }'
    ],
    [
      'Gateway.PublicGateways',
      { a: { Paths: 'x' } },
      'json: cannot unmarshal string into Go struct field GatewaySpec.Gateway.PublicGateways.Paths of type []string'
    ],
    [
      'Gateway.PublicGateways.a',
      'x',
      'json: cannot unmarshal string into Go struct field Gateway.Gateway.PublicGateways of type config.GatewaySpec'
    ],
    [
      'Gateway.HTTPHeaders.X-Y',
      'z',
      'json: cannot unmarshal string into Go struct field Gateway.Gateway.HTTPHeaders of type []string'
    ],
    [
      'API.Authorizations',
      { a: { AllowedPaths: 1 } },
      'json: cannot unmarshal number into Go struct field RPCAuthScope.API.Authorizations.AllowedPaths of type []string'
    ],
    ['Swarm.ConnMgr.GracePeriod', 'x', 'time: invalid duration "x"'],
    ['Swarm.ConnMgr.GracePeriod', 5, 'time: missing unit in duration "5"'],
    ['Swarm.ConnMgr.GracePeriod', {}, 'time: invalid duration "{}"'],
    [
      'Swarm.RelayService',
      { MaxReservations: 'x' },
      'json: cannot unmarshal string into Go struct field RelayService.Swarm.RelayService.MaxReservations of type int64'
    ],
    [
      'Gateway.MaxRangeRequestFileSize',
      true,
      'unable to parse byte size, expected a size string (e.g., "5GiB") or a number, but got bool'
    ],
    ['Gateway.MaxRangeRequestFileSize', 'abc', 'strconv.ParseFloat: parsing "": invalid syntax'],
    ['Gateway.MaxRangeRequestFileSize', '5 XB', 'unhandled size name: xb'],
    ['Gateway.MaxRangeRequestFileSize', '99999999EB', 'too large: 99999999EB'],
    ['AutoNAT.ServiceMode', 'x', 'unknown autonat mode: x'],
    [
      'AutoNAT.ServiceMode',
      1,
      'json: cannot unmarshal number into Go struct field AutoNATConfig.AutoNAT.ServiceMode of type ' +
      'config.AutoNATServiceMode'
    ],
    ['Peering.Peers', [{ ID: 'x' }], 'failed to parse peer ID: invalid cid: cid too short'],
    [
      'Peering.Peers',
      [1],
      'json: cannot unmarshal number into Go struct field Peering.Peering.Peers of type peer.addrInfoJson'
    ],
    [
      'Peering.Peers',
      [{ ID: 'QmNnooDu7bfjPFoTZYxMNLWUQJyrVwtbZg5gBMjTezGAJN', Addrs: ['x'] }],
      'failed to parse multiaddr "x": must begin with /'
    ],
    ['Addresses.API', [1], 'json: cannot unmarshal number into Go struct field Addresses.Addresses.API of type string'],
    ['Addresses.API', 1, 'json: cannot unmarshal number into Go struct field Addresses.Addresses.API of type string'],
    ['Routing.Routers', { a: { Type: 'x' } }, 'unexpected end of JSON input'],
    [
      'Routing.Routers',
      { a: { Type: 'dht', Parameters: { Mode: 1 } } },
      'json: cannot unmarshal number into Go struct field Routing.Routing.Routers.Mode of type config.DHTMode'
    ],
    [
      'Routing.Methods',
      { a: 1 },
      'json: cannot unmarshal number into Go struct field Routing.Routing.Methods of type config.Method'
    ],
    [
      'Routing.Methods',
      { a: { RouterName: 1 } },
      'json: cannot unmarshal number into Go struct field Method.Routing.Methods.RouterName of type string'
    ],
    [
      'Datastore.StorageGCWatermark',
      1e30,
      'json: cannot unmarshal number 1e+30 into Go struct field Datastore.Datastore.StorageGCWatermark of type int64'
    ],
    ['DNS.Resolvers', { a: 1 }, 'json: cannot unmarshal number into Go struct field DNS.DNS.Resolvers of type string'],
    [
      'Internal.Bitswap.TaskWorkerCount',
      'x',
      'json: cannot unmarshal string into Go struct field InternalBitswap.Internal.Bitswap.TaskWorkerCount ' +
      'of type int64'
    ],
    [
      'Internal.Bitswap',
      'x',
      'json: cannot unmarshal string into Go struct field Internal.Internal.Bitswap of type config.InternalBitswap'
    ],
    [
      'Provide.Strategy',
      [],
      'json: cannot unmarshal array into Go struct field Provide.Provide.Strategy of type string'
    ],
    [
      'Datastore.HashOnRead',
      {},
      'json: cannot unmarshal object into Go struct field Datastore.Datastore.HashOnRead of type bool'
    ],
    [
      'Datastore.BloomFilterSize',
      1.5,
      'json: cannot unmarshal number 1.5 into Go struct field Datastore.Datastore.BloomFilterSize of type int'
    ]
  ])('%s to %j', (key, value, message) => {
    expect(() => setValue(CONFIG, key, value)).toThrow(
      expect.objectContaining({ message: `failure to decode config: ${message}` })
    )
  })

  test.each([
    ['Swarm.ResourceMgr.Limits', { a: 1 }],
    ['Experimental.GraphsyncEnabled', true],
    ['Experimental.AcceleratedDHTClient', true]
  ])('%s, which Kubo has removed', (key, value) => {
    expect(() => setValue(CONFIG, key, value)).toThrow(/has been (removed|moved)/)
  })
})

/** Kubo takes these and fails where it reads them, at its next start for some. */
describe('a useless value', () => {
  test.each<[string, Json, string]>([
    [
      'Datastore.StorageMax',
      'x',
      'Datastore.StorageMax is no number of bytes: strconv.ParseFloat: parsing "": invalid syntax'
    ],
    ['Datastore.StorageMax', '5 XB', 'Datastore.StorageMax is no number of bytes: unhandled size name: xb'],
    ['Datastore.GCPeriod', '5', 'Datastore.GCPeriod is no duration: time: missing unit in duration "5"'],
    ['Ipns.RecordLifetime', 'x', 'Ipns.RecordLifetime is no duration: time: invalid duration "x"'],
    ['Import.CidVersion', 2, 'Import.CidVersion must be 0 or 1, got 2'],
    ['Import.UnixFSFileMaxLinks', 0, 'Import.UnixFSFileMaxLinks must be positive, got 0'],
    ['Import.UnixFSFileMaxLinks', 1, 'Import.UnixFSFileMaxLinks must be at least 2, got 1'],
    ['Import.UnixFSDirectoryMaxLinks', -1, 'Import.UnixFSDirectoryMaxLinks must be non-negative, got -1'],
    [
      'Import.UnixFSHAMTDirectoryMaxFanout',
      12,
      'Import.UnixFSHAMTDirectoryMaxFanout must be a positive power of 2, multiple of 8, and not exceed 1024 (got 12)'
    ],
    [
      'Import.UnixFSHAMTDirectoryMaxFanout',
      2 ** 40,
      `Import.UnixFSHAMTDirectoryMaxFanout must be a positive power of 2, multiple of 8, and not exceed 1024 (got ${
        2 ** 40
      })`
    ],
    [
      'Import.UnixFSHAMTDirectoryMaxFanout',
      2 ** 32 + 8,
      `Import.UnixFSHAMTDirectoryMaxFanout must be a positive power of 2, multiple of 8, and not exceed 1024 (got ${
        2 ** 32 + 8
      })`
    ],
    ['Import.BatchMaxSize', -5, 'Import.BatchMaxSize must be positive, got -5'],
    [
      'Import.UnixFSChunker',
      'size-0',
      'Import.UnixFSChunker invalid format: "size-0" (expected "size-<bytes>", "rabin-<min>-<avg>-<max>", or "buzhash")'
    ],
    [
      'Import.UnixFSChunker',
      'size-2097153',
      'Import.UnixFSChunker invalid format: "size-2097153" (expected "size-<bytes>", ' +
      '"rabin-<min>-<avg>-<max>", or "buzhash")'
    ],
    ['Import.HashFunction', 'nosuch', 'Import.HashFunction unrecognized: "nosuch"'],
    ['Import.HashFunction', 'md5', 'Import.HashFunction "md5" is not allowed for use in IPFS'],
    [
      'Import.UnixFSHAMTDirectorySizeEstimation',
      'x',
      'Import.UnixFSHAMTDirectorySizeEstimation must be "links", "block", or "disabled", got "x"'
    ],
    ['Import.UnixFSDAGLayout', 'x', 'Import.UnixFSDAGLayout must be "balanced" or "trickle", got "x"'],
    ['Import', { CidVersion: 5 }, 'Import.CidVersion must be 0 or 1, got 5'],
    ['API.HTTPHeaders', { '': ['x'] }, 'API.HTTPHeaders. is no name that a header can have'],
    ['API.HTTPHeaders', { 'bad name': ['x'] }, 'API.HTTPHeaders.bad name is no name that a header can have'],
    ['Gateway.HTTPHeaders', { 'X-Ü': ['x'] }, 'Gateway.HTTPHeaders.X-Ü is no name that a header can have'],
    [
      'Gateway.HTTPHeaders.X-A',
      ['a\rb'],
      'Gateway.HTTPHeaders.X-A holds a line end or another control character, which no header can'
    ],
    [
      'Gateway.HTTPHeaders.X-A',
      ['\u0000'],
      'Gateway.HTTPHeaders.X-A holds a line end or another control character, which no header can'
    ],
    [
      'API.HTTPHeaders.transfer-encoding',
      ['x'],
      'API.HTTPHeaders.transfer-encoding cannot be set: it is about how answers are sent'
    ],
    [
      'API.HTTPHeaders.X-A',
      ['x'.repeat(9000)],
      'API.HTTPHeaders has 9003 bytes of header lines, and at most 8192 can be sent'
    ]
  ])('%s to %j', (key, value, message) => {
    expect(() => setValue(CONFIG, key, value)).toThrow(expect.objectContaining({ message }))
  })

  test.each<[string, Json]>([
    ['Datastore.StorageMax', ''],
    ['Datastore.GCPeriod', ''],
    ['Import.CidVersion', 1],
    ['Import.UnixFSChunker', 'rabin'],
    ['Import.UnixFSChunker', 'rabin-16-32-64'],
    ['Import.HashFunction', 'BLAKE3'],
    ['API.HTTPHeaders', { 'X-A': ['café ✓', '', 'a\tb'], 'X-B': null, 'X-C': [null] }],
    ['API.HTTPHeaders', null],
    ['Import.UnixFSHAMTDirectoryMaxFanout', 1024]
  ])('is not %s as %j', (key, value) => {
    expect(set(key, value)).toEqual(value)
  })

  test('in another setting does not prevent a change', () => {
    const stored: Config = {
      ...CONFIG,
      API: { HTTPHeaders: { 'X-Note': ['a\nb'], 'X-Good': ['c'] } },
      Import: { CidVersion: 7 }
    }
    expect(getValue(setValue(stored, 'API.HTTPHeaders.X-Other', ['d']), 'API.HTTPHeaders')).toEqual({
      'X-Note': ['a\nb'],
      'X-Good': ['c'],
      'X-Other': ['d']
    })
    expect(getValue(setValue(stored, 'Import.CidVersion', 1), 'Import.CidVersion')).toBe(1)
    expect(() => setValue(stored, 'API.HTTPHeaders', { 'X-Note': ['a\nb'] })).toThrow('API.HTTPHeaders.X-Note holds')
  })
})

describe('a key', () => {
  test.each([
    ['Foo', 'Foo not found'],
    ['Foo.Bar', 'Foo not found'],
    ['Gateway.Nosuch', 'Gateway.Nosuch not found'],
    ['gateway.NoFetch', 'gateway not found'],
    ['', ' not found'],
    ['Datastore.StorageMax.x', 'Datastore.StorageMax key is not a map'],
    ['Bootstrap.0', 'Bootstrap key is not a map'],
    ['Peering.Peers.x', 'Peering.Peers key is not a map'],
    ['Import.CidVersion.x', 'Import.CidVersion.x not found'],
    ['Gateway.DeserializedResponses.x', 'Gateway.DeserializedResponses key is not a map'],
    ['Plugins.Plugins.foo.Bar', 'Plugins.Plugins.foo.Bar not found'],
    ['Gateway.PublicGateways.a.Nosuch', 'Gateway.PublicGateways.a.Nosuch not found'],
    ['__proto__', '__proto__ not found'],
    ['constructor.name', 'constructor not found']
  ])('%j is invalid', (key, message) => {
    expect(() => {
      checkKey(key)
    }).toThrow(expect.objectContaining({ message }))
    expect(() => setValue(CONFIG, key, 'x')).toThrow(expect.objectContaining({ message }))
  })

  test.each([
    'Gateway',
    'Gateway.PublicGateways.any.Paths',
    'API.HTTPHeaders.X',
    'Datastore.Spec.a.b.c',
    'Plugins.Plugins.a.Config.b.c',
    'Routing.Methods.x.RouterName'
  ])('%s is valid', (key) => {
    expect(() => {
      checkKey(key)
    }).not.toThrow()
  })
})

describe('reading a value', () => {
  test.each([
    ['Nosuch', 'Nosuch not found'],
    ['Datastore.Nosuch', 'Datastore.Nosuch not found'],
    ['Datastore.StorageMax.x', 'Datastore.StorageMax key is not a map'],
    ['Swarm.AddrFilters.x', 'Swarm.AddrFilters key is not a map'],
    ['toString', 'toString not found']
  ])('%s', (key, message) => {
    expect(() => getValue(CONFIG, key)).toThrow(expect.objectContaining({ message }))
  })
})

describe('values that the repo depends on', () => {
  test.each<[string, Json]>([
    ['Identity.PeerID', 'other'],
    ['Identity', {}],
    ['Identity', null],
    ['Datastore.Spec', {}],
    ['Datastore.Spec', { type: 'idb' }],
    ['Datastore.Spec.type', 'idb'],
    ['Datastore', {}]
  ])('%s cannot be changed', (key, value) => {
    expect(() => setValue(CONFIG, key, value)).toThrow(/^(Identity\.PeerID|Datastore\.Spec\.type) cannot be changed/)
  })

  test('may be set to their current value', () => {
    expect(set('Identity.PeerID', '12D3KooW')).toBe('12D3KooW')
    expect(set('Datastore.Spec', { type: 'packed-idb', more: 1 })).toEqual({ type: 'packed-idb', more: 1 })
  })
})
