import { expect, test } from 'vitest'
import { parseAutoConf } from './parse-auto-conf.ts'

const PEER = '/dnsaddr/bootstrap.libp2p.io/p2p/QmNnooDu7bfjPFoTZYxMNLWUQJyrVwtbZg5gBMjTezGAJN'

const DOCUMENT = {
  AutoConfVersion: 2026070101,
  AutoConfSchema: 1,
  AutoConfTTL: 3600,
  SystemRegistry: {
    AminoDHT: {
      URL: 'https://github.com/ipfs/specs/pull/497',
      Description: 'Public DHT',
      NativeConfig: { Bootstrap: [PEER] },
      DelegatedConfig: { Read: ['/routing/v1/providers'], Write: [] }
    },
    IPNI: { URL: 'https://cid.contact', DelegatedConfig: { Read: ['/routing/v1/providers'], Write: [] } }
  },
  DNSResolvers: { 'eth.': ['https://dns.eth.limo/dns-query'] },
  DelegatedEndpoints: {
    'https://router.example': {
      Systems: ['IPNI'],
      Read: ['/routing/v1/providers', '/new/v9/things'],
      Write: ['/routing/v1/ipns']
    },
    'https://example.com': { Systems: ['Example'], Read: ['/example/v0/read'] }
  },
  Later: { any: 'thing' }
}

function parse (changes: object): ReturnType<typeof parseAutoConf> {
  return parseAutoConf(JSON.stringify({ ...DOCUMENT, ...changes }))
}

test('keeps what is used, and ignores unknown fields', () => {
  expect(parse({})).toEqual({
    AutoConfVersion: 2026070101,
    AutoConfTTL: 3600,
    Bootstrap: { AminoDHT: [PEER], IPNI: [] },
    DNSResolvers: { 'eth.': ['https://dns.eth.limo/dns-query'] },
    DelegatedEndpoints: [
      {
        URL: 'https://router.example',
        Systems: ['IPNI'],
        Read: ['/routing/v1/providers', '/new/v9/things'],
        Write: ['/routing/v1/ipns']
      },
      { URL: 'https://example.com', Systems: ['Example'], Read: ['/example/v0/read'], Write: [] }
    ]
  })
})

test('takes missing parts and null as empty, as Go does', () => {
  expect(parseAutoConf('{"AutoConfVersion":1,"AutoConfSchema":1,"SystemRegistry":null}')).toEqual({
    AutoConfVersion: 1,
    AutoConfTTL: 0,
    Bootstrap: {},
    DNSResolvers: {},
    DelegatedEndpoints: []
  })
})

// The rules of boxo/autoconf.
test.each([
  [{ AutoConfVersion: undefined }, 'invalid config: missing AutoConfVersion'],
  [{ AutoConfSchema: undefined }, 'invalid config: missing AutoConfSchema'],
  [
    { AutoConfSchema: 2 },
    'unsupported autoconf schema version 2 (this client supports version 1, consider updating)'
  ],
  [
    { SystemRegistry: { X: { NativeConfig: { Bootstrap: [PEER, 'nowhere'] } } } },
    'invalid autoconf JSON: invalid multiaddr "nowhere"'
  ],
  [
    { DNSResolvers: { 'x.': ['https://a.example', 'dns.example'] } },
    'invalid autoconf JSON: no absolute http or https URL: "dns.example"'
  ],
  [
    { DNSResolvers: { 'x.': ['ftp://a.example'] } },
    'invalid autoconf JSON: no absolute http or https URL: "ftp://a.example"'
  ],
  [
    { DelegatedEndpoints: { 'https:///x': {} } },
    'invalid autoconf JSON: no absolute http or https URL: "https:///x"'
  ],
  [
    { DelegatedEndpoints: { 'https://a.example': { Read: ['/ok', 'x'] } } },
    'invalid autoconf JSON: no leading slash in path "x"'
  ],
  [
    { DelegatedEndpoints: { 'https://a.example': { Write: ['x'] } } },
    'invalid autoconf JSON: no leading slash in path "x"'
  ],
  [{ AutoConfVersion: '1' }, 'failed to parse JSON: '],
  [{ AutoConfTTL: 1.5 }, 'failed to parse JSON: '],
  [{ SystemRegistry: [] }, 'failed to parse JSON: '],
  [{ SystemRegistry: { X: { NativeConfig: { Bootstrap: [1] } } } }, 'failed to parse JSON: '],
  [{ SystemRegistry: { X: 'y' } }, 'failed to parse JSON: '],
  [{ DNSResolvers: { 'x.': 'https://a.example' } }, 'failed to parse JSON: '],
  [{ DelegatedEndpoints: { 'https://a.example': 'x' } }, 'failed to parse JSON: ']
])('refuses %j', (changes, message) => {
  expect(() => parse(changes)).toThrow(message)
})

test.each(['', 'x', '[]', '1'])('refuses the text %j', (text) => {
  expect(() => parseAutoConf(text)).toThrow('failed to parse JSON: ')
})
