import { describe, expect, test } from 'vitest'
import { siteLabel, siteOfHost } from './site-of-host.ts'

const V0 = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const V1 = 'bafybeiczsscdsbs7ffqz55asqdf3smv6klcw3gofszvwlyarci47bgf354'
const KEY = 'k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4'
const HEX = 'f0155122000000000000000000000000000000000000000000000000000000000'.slice(0, 63)

describe('siteOfHost', () => {
  test.each([
    [`${V1}.ipfs.node.localhost:4173`, {
      namespace: 'ipfs',
      label: V1,
      canonicalLabel: V1,
      root: `/ipfs/${V1}`,
      homeHost: 'node.localhost:4173'
    }],
    [`${KEY}.ipns.example.org`, {
      namespace: 'ipns',
      label: KEY,
      canonicalLabel: KEY,
      root: `/ipns/${KEY}`,
      homeHost: 'example.org'
    }],
    ['en-wikipedia--on--ipfs-org.ipns.example.org', {
      canonicalLabel: 'en-wikipedia--on--ipfs-org',
      root: '/ipns/en.wikipedia-on-ipfs.org'
    }],
    ['docs.ipfs.tech.ipns.example.org', {
      label: 'docs.ipfs.tech',
      canonicalLabel: 'docs-ipfs-tech',
      root: '/ipns/docs.ipfs.tech'
    }]
  ])('parses %s', (host, site) => {
    expect(siteOfHost(host)).toMatchObject(site)
  })

  test.each([
    'node.localhost:4173',
    'localhost',
    'ipfs.example.org',
    `${V1}.example.org`,
    `${V1}.p2p.example.org`,
    `x.ipfs.example.org`,
    `${HEX}.ipfs.example.org`,
    `.ipfs.example.org`
  ])('returns undefined for %s', (host) => {
    expect(siteOfHost(host)).toBeUndefined()
  })
})

test.each(
  [
    ['ipfs', V0, V1],
    ['ipfs', 'example.org', undefined],
    ['ipns', 'en.wikipedia-on-ipfs.org', 'en-wikipedia--on--ipfs-org'],
    ['ipns', 'localhost', 'localhost'],
    ['ipns', `${'long.'.repeat(20)}org`, undefined]
  ] as const
)('the label of /%s/%s is %s', (namespace, root, label) => {
  expect(siteLabel(namespace, root)).toBe(label)
})
