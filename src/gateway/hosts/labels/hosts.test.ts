import { base32 } from 'multiformats/bases/base32'
import { base36 } from 'multiformats/bases/base36'
import { base58btc } from 'multiformats/bases/base58'
import { CID } from 'multiformats/cid'
import { create } from 'multiformats/hashes/digest'
import { describe, expect, test } from 'vitest'
import { CODEC } from '../../../cid/codes/multiformat-codes.ts'
import { isIpAddress, stripPort } from '../../../http/headers/host-text.ts'
import { uninlineDnslink } from '../../../path/dnslink-label.ts'
import { messageOf } from '../../../testing/http/message-of.ts'
import { inlineDnslink } from './dnslink-label.ts'
import { contentPathOfHost } from './site-of-host.ts'
import { splitSubdomainHost, subdomainUrl } from './subdomain-host.ts'
import { dnsLabel, subdomainLabel } from './subdomain-label.ts'

const V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const V1 = 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'
const KEY = 'k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4'

const key = CID.parse(KEY, base36)

/**
 * Multihashes of variable length (`0x00` and `0x13`): identity of 36 bytes fits in base36 only, 64 bytes in neither
 * base.
 */
const inBase36Alone = CID.createV1(CODEC.raw, create(0x00, new Uint8Array(36).fill(7)))
const nowhere = CID.createV1(CODEC.raw, create(0x13, new Uint8Array(64).fill(7)))

describe('the label', () => {
  test.each([V0, V1, CID.parse(V1).toString(base58btc)])('of content is CIDv1 in base32: %s', (text) => {
    expect(subdomainLabel('ipfs', text)).toBe(V1)
  })

  test.each([
    KEY,
    key.toString(base32),
    base58btc.baseEncode(key.multihash.bytes),
    // Codecs of keys from before keys had their own codec.
    CID.createV1(CODEC.dagPb, key.multihash).toString(base32)
  ])('of a key is in base36 with the codec libp2p-key: %s', (text) => {
    expect(subdomainLabel('ipns', text)).toBe(KEY)
    expect(subdomainLabel('p2p', text)).toBe(KEY)
  })

  test('of a key in CIDv0 is that of the key', () => {
    expect(subdomainLabel('ipns', V0)).toBe(CID.createV1(CODEC.libp2pKey, CID.parse(V0).multihash).toString(base36))
  })

  test('is in base36 if base32 is too long', () => {
    expect(inBase36Alone.toString(base32).length).toBeGreaterThan(63)
    expect(dnsLabel(inBase36Alone, 'ipfs')).toBe(inBase36Alone.toString(base36))
    expect(dnsLabel(inBase36Alone, 'ipfs').length).toBeLessThanOrEqual(63)
  })

  test('does not exist if both are too long', () => {
    expect(messageOf(() => dnsLabel(nowhere, 'ipfs'))).toBe(
      `CID incompatible with DNS label length limit of 63: ${nowhere.toString(base36)}`
    )
    expect(() => subdomainLabel('ipns', nowhere.toString())).toThrow(expect.objectContaining({ status: 400 }))
  })

  test.each(['docs.ipfs.tech', 'x', '', V1.slice(0, -1)])('does not exist without a CID: %j', (text) => {
    expect(subdomainLabel('ipns', text)).toBeUndefined()
    expect(subdomainLabel('ipfs', text)).toBeUndefined()
  })
})

describe('an inlined domain name', () => {
  test.each([
    ['en.wikipedia-on-ipfs.org', 'en-wikipedia--on--ipfs-org'],
    ['my.v-long.example.com', 'my-v--long-example-com'],
    ['localhost', 'localhost'],
    ['a.-b', 'a---b']
  ])('of %s is %s', (domain, label) => {
    expect(inlineDnslink(domain)).toBe(label)
  })

  test.each(['en.wikipedia-on-ipfs.org', 'my.v-long.example.com', 'localhost', 'a-.b', 'a--b.c'])(
    'is decoded: %s',
    (domain) => {
      expect(uninlineDnslink(inlineDnslink(domain))).toBe(domain)
    }
  )

  test('may be too long', () => {
    expect(inlineDnslink(`${'a'.repeat(59)}.org`)).toHaveLength(63)
    expect(messageOf(() => inlineDnslink(`${'a'.repeat(60)}.org`))).toBe(
      `inlined DNSLink incompatible with DNS label length limit of 63: "${'a'.repeat(60)}-org"`
    )
  })
})

describe('a host', () => {
  const isGateway = (host: string): boolean => ['localhost', 'dweb.link', 'ipfs.example'].includes(stripPort(host))

  test.each([
    [`${V1}.ipfs.localhost:8080`, { root: V1, namespace: 'ipfs', gatewayHost: 'localhost:8080' }],
    [`${V0}.IPFS.dweb.link`, { root: V0, namespace: 'ipfs', gatewayHost: 'dweb.link' }],
    ['docs.ipfs.tech.ipns.dweb.link', { root: 'docs.ipfs.tech', namespace: 'ipns', gatewayHost: 'dweb.link' }],
    // The namespace is directly before the gateway, not the first matching label.
    ['a.ipfs.b.ipns.localhost', { root: 'a.ipfs.b', namespace: 'ipns', gatewayHost: 'localhost' }],
    ['x.ipns.ipfs.example', { root: 'x', namespace: 'ipns', gatewayHost: 'ipfs.example' }],
    ['.ipfs.localhost', { root: '', namespace: 'ipfs', gatewayHost: 'localhost' }]
  ])('%s is split', (host, parts) => {
    expect(splitSubdomainHost(host, isGateway)).toEqual(parts)
  })

  test.each(['localhost', 'ipfs.localhost', `${V1}.ipfs.example.com`, `${V1}.localhost`, `${V1}.ipfs`, '', '[::1]:80'])(
    '%s has no root',
    (host) => {
      expect(splitSubdomainHost(host, isGateway)).toBeUndefined()
    }
  )

  test.each(
    [
      ['ipfs', V1, `/ipfs/${V1}`],
      ['ipns', KEY, `/ipns/${KEY}`],
      ['ipns', 'docs.ipfs.tech', '/ipns/docs.ipfs.tech'],
      ['ipns', 'en-wikipedia--on--ipfs-org', '/ipns/en.wikipedia-on-ipfs.org'],
      ['ipns', 'localhost', '/ipns/localhost'],
      ['ipfs', 'a-b', '/ipfs/a-b']
    ] as const
  )('has a content path: %s %s', (namespace, root, path) => {
    expect(contentPathOfHost({ namespace, root })).toBe(path)
  })

  test.each([
    ['localhost:8080', 'localhost'],
    ['localhost', 'localhost'],
    ['localhost:', 'localhost'],
    ['[::1]:80', '::1'],
    ['[::1]', '[::1]'],
    ['::1', '::1'],
    ['a:b:1', 'a:b:1'],
    ['', ''],
    [':80', ''],
    ['a, b:80', 'a, b']
  ])('%s without its port is %s', (host, stripped) => {
    expect(stripPort(host)).toBe(stripped)
  })

  test.each([
    '127.0.0.1',
    '0.0.0.0',
    '::',
    '::1',
    '1::',
    '2001:db8::8:800:200c:417a',
    '1:2:3:4:5:6:7:8',
    '::ffff:1.2.3.4',
    '1:2:3:4:5:6:1.2.3.4'
  ])('%s is an IP address', (host) => {
    expect(isIpAddress(host)).toBe(true)
  })

  test.each([
    '',
    'localhost',
    '127.0.0.256',
    '127.0.1',
    '01.2.3.4',
    '1.2.3.4.',
    '[::1]',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8',
    '12345::',
    ':1',
    '1.2.3.4::',
    'g::'
  ])('%s is no IP address', (host) => {
    expect(isIpAddress(host)).toBe(false)
  })
})

describe('the URL of an own origin', () => {
  const at = { namespace: 'ipns', gatewayHost: 'localhost:8080' } as const

  test('contains the rest of the path and the query', () => {
    expect(
      subdomainUrl({ ...at, namespace: 'ipfs', root: V1 }, { secure: false, rest: 'a b/ü?.txt', rawQuery: 'x=%20y' })
    ).toBe(`http://${V1}.ipfs.localhost:8080/a%20b/%C3%BC%3F.txt?x=%20y`)
    expect(subdomainUrl({ ...at, root: 'a-b' }, { secure: true, rest: '', rawQuery: '' })).toBe(
      'https://a-b.ipns.localhost:8080/'
    )
  })

  test.each([
    'evil.com?',
    'evil.com#',
    'evil.com\\',
    'evil.com:80',
    'user@evil.com',
    '[::1]',
    'a b',
    'a\r\nb',
    'a%2f',
    'a/b'
  ])('never has another host: %j', (root) => {
    expect(() => subdomainUrl({ ...at, root }, { secure: false, rest: '', rawQuery: '' })).toThrow(
      expect.objectContaining({ status: 400 })
    )
  })
})
