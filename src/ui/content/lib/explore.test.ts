import { describe, expect, it } from 'vitest'
import { hexLines } from '../../explore/hex-lines.ts'
import { linkPath } from '../../explore/link-path.ts'
import { readAddress } from '../../intake/lib/read-address.ts'
import { carLink } from '../../lib/links/car-link.ts'
import { contentHref } from '../../lib/links/content-href.ts'
import { exploreLink, readSection } from '../../lib/links/section.ts'
import { sharedLink } from '../../lib/links/shared-link.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { blockLinks } from './block-link.ts'
import { exploreProblem } from './explore-problem.ts'
import { namesTo, parentKey, TreeRows } from './tree-rows.ts'
import type { Branch } from './tree-rows.ts'
import { unixfsType } from './unixfs-type.ts'
import { viewerKind } from './viewer-kind.ts'

const CID_V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const CID_V1 = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const KEY = 'k51qzi5uqu5dh9ihj4p2v5sl3hxvv27ryx2w0xrsv6jmmqi91t9xp8p9kaipc2'
const PEER = '12D3KooWD3eckifWpRn9wQpMG9R9hX3sD158z7EqHWmweQAJU5SA'

describe('a line of the address box', () => {
  it.each([
    [CID_V1, `/ipfs/${CID_V1}`],
    [`  ${CID_V0}/a b/ü `, `/ipfs/${CID_V0}/a b/ü`],
    [`/ipfs/${CID_V0}/a b`, `/ipfs/${CID_V0}/a b`],
    [`/ipns/${KEY}/x`, `/ipns/${KEY}/x`],
    [KEY, `/ipns/${KEY}`],
    [`ipfs://${CID_V1}/a%20b?x=1#y`, `/ipfs/${CID_V1}/a b`],
    [`ipns://docs.ipfs.tech/install/`, '/ipns/docs.ipfs.tech/install/'],
    [`IPFS://${CID_V1}`, `/ipfs/${CID_V1}`],
    [`web+ipfs://${CID_V1}`, `/ipfs/${CID_V1}`],
    [`dweb:/ipfs/${CID_V1}/a`, `/ipfs/${CID_V1}/a`],
    [`ipfs:/ipfs/${CID_V1}`, `/ipfs/${CID_V1}`],
    [`ipfs:${CID_V1}`, `/ipfs/${CID_V1}`],
    [`ipfs:/${CID_V1}/a`, `/ipfs/${CID_V1}/a`],
    [`ipfs:///${CID_V1}`, `/ipfs/${CID_V1}`],
    [`ipfs://ipfs/${CID_V1}/a`, `/ipfs/${CID_V1}/a`],
    [`ipfs:///ipns/${KEY}`, `/ipns/${KEY}`],
    ['ipns:/docs.ipfs.tech/install', '/ipns/docs.ipfs.tech/install'],
    [`https://dweb.link/ipfs/${CID_V0}/100%25.txt?download=true`, `/ipfs/${CID_V0}/100%.txt`],
    [`http://127.0.0.1:8080/ipns/${KEY}`, `/ipns/${KEY}`],
    [`https://${CID_V1}.ipfs.dweb.link`, `/ipfs/${CID_V1}`],
    [`http://${CID_V1}.ipfs.node.localhost:4173/a/b?x`, `/ipfs/${CID_V1}/a/b`],
    ['https://en-wikipedia--on--ipfs-org.ipns.dweb.link/wiki/', '/ipns/en.wikipedia-on-ipfs.org/wiki/'],
    [`https://${KEY}.ipns.dweb.link/`, `/ipns/${KEY}/`],
    ['docs.ipfs.tech', '/ipns/docs.ipfs.tech'],
    ['Docs.IPFS.tech/A b', '/ipns/docs.ipfs.tech/A b'],
    ['http://node.localhost:4173/#/explore/ipfs/QmX/a%20b?of=%2Fipfs%2FQmY', '/ipfs/QmX/a b']
  ])('%s is the content %s', (text, path) => {
    expect(readAddress(text)).toEqual({ is: 'content', path })
  })

  it.each([
    [`/ip4/127.0.0.1/tcp/4001/p2p/${PEER}`, undefined],
    [`/dns4/relay.example/tcp/443/wss/p2p/${PEER}/p2p-circuit/p2p/${PEER}`, undefined],
    [`/ip4/127.0.0.1/tcp/4001/ipfs/${CID_V0}`, undefined],
    [PEER, `/p2p/${PEER}`],
    [`/p2p/${PEER}`, undefined]
  ])('%s is a peer', (text, address) => {
    expect(readAddress(text)).toEqual({ is: 'peer', address: address ?? text })
  })

  it('may be a shared link, with the address of its sender', () => {
    const address = `/ip4/127.0.0.1/tcp/4001/p2p/${PEER}`
    expect(readAddress(sharedLink('https://node.example', { path: `/ipfs/${CID_V1}?filename=a.txt`, address })))
      .toEqual({ is: 'content', path: `/ipfs/${CID_V1}`, from: address })
  })

  it.each([
    ['', /Type or paste/],
    ['hello world', /no CID, no path/],
    ['/photos/a.jpg', /no CID, no path/],
    ['localhost', /no CID, no path/],
    ['1.2.3.4', /no CID, no path/],
    ['https://example.com/a?b', /link to the web.*: example\.com$/],
    ['/ip4/127.0.0.1/tcp/4001', /ends with its ID/],
    ['javascript:alert(1)', /no CID, no path/],
    ['ipfs://', /no CID, no path/],
    ['ipfs:///', /no CID, no path/],
    [`ipfs:/${CID_V1}/../x`, /no CID, no path/],
    [`dweb:/${CID_V1}`, /no CID, no path/]
  ])('%j is rejected', (text, why) => {
    expect(readAddress(text)).toEqual({ is: 'unclear', why: expect.stringMatching(why) as string })
  })
})

describe('the address of explored content', () => {
  it.each(['/ipfs/Qm/a b/ü#?%', '/ipns/x.y', ''])('leads to %j', (path) => {
    expect(readSection(exploreLink(path))).toEqual({ is: 'explore', path })
  })

  it('contains the content that it is a part of', () => {
    expect(readSection(exploreLink('/ipfs/A', '/ipfs/B/c d?'))).toEqual({
      is: 'explore',
      path: '/ipfs/A',
      of: '/ipfs/B/c d?'
    })
  })
  it('leads to the section if it is malformed', () => {
    expect(readSection('#/explore/%E0%A4%A')).toEqual({ is: 'explore', path: '' })
  })

  it('can only consist of names', () => {
    expect(linkPath('/ipfs/A', ['b c', 'd/e'])).toBe('/ipfs/A/b c/d/e')
    expect([[''], ['a', ''], ['..'], ['a/../b'], ['a//b']].map((names) => linkPath('/ipfs/A', names))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined
    ])
    expect(contentHref('/ipfs/A/b c/?#%')).toBe('/ipfs/A/b%20c/%3F%23%25')
    expect(carLink('A', 'b&c')).toBe('/ipfs/A?format=car&download=true&filename=b%26c.car')
  })
})

describe('a block', () => {
  it.each([
    ['CAE', 'directory'],
    ['CAISBWhlbGxvGAU', 'file'],
    ['CAUSAP8', 'hamt'],
    ['CAQSBC9hL2I', 'symlink'],
    ['CAASAWEYAQ', 'raw'],
    ['EgFhCAI', 'file'],
    ['CAk', undefined],
    ['', undefined],
    ['/////w', undefined]
  ])('with the data %s is a %s', (data, type) => {
    expect(unixfsType(data)).toBe(type)
  })

  it('has named and unnamed links for dag-pb', () => {
    const value = {
      Data: { '/': { bytes: 'CAE' } },
      Links: [{ Hash: { '/': 'A' }, Name: 'a', Tsize: 3 }, { Hash: { '/': 'B' } }]
    }
    expect(blockLinks(value, 'dag-pb')).toEqual([{ name: 'a', cid: 'A', size: 3 }, {
      name: '',
      cid: 'B',
      size: undefined
    }])
    expect(blockLinks({ Data: null }, 'dag-pb')).toEqual([])
  })

  it('has links anywhere in its value for other codecs', () => {
    const value = { a: { '/': 'A' }, b: [1, { c: { '/': 'B' } }, { '/': { bytes: 'AAA' } }], n: null }
    expect(blockLinks(value, 'dag-cbor')).toEqual([{ name: 'a', cid: 'A' }, { name: 'b/1/c', cid: 'B' }])
    expect(blockLinks({ '/': 'A' }, 'dag-json')).toEqual([{ name: '', cid: 'A' }])
    expect(blockLinks(3, 'dag-cbor')).toEqual([])
  })

  it('is formatted as hex', () => {
    const bytes = new TextEncoder().encode('hello\nwörld')
    expect(hexLines(bytes, { start: 0, end: 512, perLine: 8 })).toEqual([
      '0000  68 65 6c 6c 6f 0a 77 c3  hello·w·',
      '0008  b6 72 6c 64              ·rld'
    ])
    expect(hexLines(new Uint8Array(70_000), { start: 69_984, end: 70_100, perLine: 16 })).toHaveLength(1)
    expect(hexLines(new Uint8Array(0), { start: 0, end: 512, perLine: 16 })).toEqual([])
  })
})

describe('a tree of links', () => {
  const links = (...names: string[]) => names.map((name) => ({ name, cid: `cid of ${name}` }))
  const branches = new Map<string, Branch>([
    ['', { isOpen: true, links: links('a', 'b', 'c') }],
    ['1', { isOpen: true, links: links('d', 'e') }],
    ['1.0', { isOpen: true, links: links('f') }],
    ['2', { isOpen: false, links: links('g') }]
  ])

  it('has rows for open branches, from top to bottom', () => {
    const rows = new TreeRows(branches)
    expect(
      rows.slice(0, 100).map(({ key, link, level, position, siblings }) =>
        `${key} ${link.name} ${level} ${position}/${siblings}`
      )
    ).toEqual(['0 a 1 1/3', '1 b 1 2/3', '1.0 d 2 1/2', '1.0.0 f 3 1/1', '1.1 e 2 2/2', '2 c 1 3/3'])
    expect(rows.slice(2, 4).map(({ key }) => key)).toEqual(['1.0', '1.0.0'])
    expect(['0', '1', '1.0', '1.0.0', '1.1', '2', '2.0', '9', '1.7'].map((key) => rows.indexOf(key))).toEqual([
      0,
      1,
      2,
      3,
      4,
      5,
      -1,
      -1,
      -1
    ])
    expect([
      rows.find(0, ({ name }) => name === 'e'),
      rows.find(4, ({ name }) => name >= 'd'),
      rows.find(5, ({ name }) => name === 'e'),
      rows.find(6, () => true)
    ]).toEqual([4, 4, -1, -1])
    expect([rows.at(4).link.name, rows.length]).toEqual(['e', 6])
    expect([new TreeRows(new Map()).length, new TreeRows(new Map()).indexOf('0')]).toEqual([0, -1])
  })

  it('has the rows of a full walk, in any order of opening', () => {
    const many = new Map<string, Branch>([['', { isOpen: true, links: links(...'abcdefghijkl') }]])
    for (const key of ['11', '3', '10', '3.1', '0', '3.0', '7', '3.1.2']) {
      many.set(key, { isOpen: key !== '7', links: links('x', 'y', 'z') })
    }
    many.set('5', { isOpen: true, links: [] })
    const walk = (parent: string): string[] =>
      many.get(parent)?.isOpen !== true
        ? []
        : (many.get(parent)?.links ?? []).flatMap((_, i) =>
          [parent === '' ? `${i}` : `${parent}.${i}`].flatMap((key) => [key, ...walk(key)])
        )
    const rows = new TreeRows(many)
    expect(rows.slice(0, rows.length).map(({ key }) => key)).toEqual(walk(''))
    expect(walk('').map((key) => rows.indexOf(key))).toEqual(walk('').map((_, i) => i))
  })

  it('returns the path to each row', () => {
    expect([namesTo(branches, '1.0.0'), namesTo(branches, '2')]).toEqual([['b', 'd', 'f'], ['c']])
    expect(['1.0.2', '7'].map(parentKey)).toEqual(['1.0', undefined])
  })
})

describe('the viewer of a file', () => {
  it.each([
    ['image/svg+xml', '', 'picture'],
    ['video/mp4', '', 'film'],
    ['audio/ogg', '', 'sound'],
    ['application/pdf', '', 'pdf'],
    ['application/json; charset=utf-8', '', 'json'],
    ['application/ld+json', '', 'json'],
    ['text/html; charset=utf-8', '', 'text'],
    ['application/xhtml+xml', '', 'text'],
    ['application/octet-stream', 'a.toml', 'text'],
    ['video/mp2t', 'a.ts', 'text'],
    ['application/octet-stream', 'a.bin', 'other'],
    ['', '', 'other']
  ])('for type %j and name %j is %s', (type, name, kind) => {
    expect(viewerKind(type, name)).toBe(kind)
  })

  it('is described by its kind', () => {
    expect(shownName('invoice\u202egpj.exe')).toBe('invoice[U+202E]gpj.exe')
    expect(['a\nb', 'ü 日本 😀.txt', 'שלום.txt', ''].map(shownName)).toEqual([
      'a[U+000A]b',
      'ü 日本 😀.txt',
      'שלום.txt',
      ''
    ])
  })
})

describe('the error of exploring', () => {
  const problem = (message: string, isOffline = false): string => {
    const { what, next = '' } = exploreProblem(Object.assign(new Error(message), { name: 'RpcError' }), { isOffline })
    return `${what} ${next}`
  }

  it.each([
    [`no link named "x" under ${CID_V0}`, /nothing of that name/],
    ['key not found: "x"', /nothing of that name/],
    ['invalid path "/ipfs/x": invalid cid: selected encoding not supported', /no address of IPFS content/],
    ['could not resolve name', /name leads nowhere/],
    ['DNSLink lookup for "example.com." failed: no server to ask is set in DNS.Resolvers', /name leads nowhere/],
    [`block was not found locally (offline): ipld: could not find ${CID_V0}`, /could not be had.*do not have it/],
    ['something else', /did not work/]
  ])('for %s is a plain message', (message, words) => {
    expect(problem(message)).toMatch(words)
  })

  it('reports that the network was not used, if it is disabled', () => {
    expect(problem('ipld: could not find x', true)).toContain('asks nobody')
  })
})
