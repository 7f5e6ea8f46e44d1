import { CID } from 'multiformats/cid'
import { expect, it } from 'vitest'
import { NOTHING_ASKED } from '../../../blocks/exchange/retrieval-report.ts'
import { humanBytes } from '../../../go/text/human-bytes.ts'
import { dagTree } from '../dag/dag-tree.ts'
import { pageAdvice } from '../status/page-advice.ts'
import { breadcrumbs, isRoot, pageName } from './breadcrumbs.ts'
import { pageHeading } from './page-heading.ts'

const ROOT = 'bafybeicyqadxgkdmz6s7nbnh54qokdgumxxcs7a4gluaupjhg34pht5qri'

const HERE = { gatewayUrl: '', dnslink: false }

it.each([
  [0, '0 B'],
  [9, '9 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1234, '1.2 kB'],
  [82854982, '83 MB'],
  [1e12, '1.0 TB']
])('%i bytes are shown as %s', (bytes, text) => {
  expect(humanBytes(bytes)).toBe(text)
})

it('breadcrumbs link every name of the path', () => {
  expect(breadcrumbs(`/ipfs/${ROOT}/a b/<c>/`, HERE)).toBe(
    `<nav class="crumbs long" aria-label="Path"><span translate="no">/ipfs/<a href="/ipfs/${ROOT}">${ROOT}</a>/<a ` +
      `href="/ipfs/${ROOT}/a%20b">a b</a>/<a href="/ipfs/${ROOT}/a%20b/%3Cc%3E">&lt;c&gt;</a></span></nav>`
  )
  expect(breadcrumbs('/ipns/example.com/', HERE, 'Index of ')).toBe(
    '<nav class="crumbs" aria-label="Path">Index of <span translate="no">/ipns/' +
      '<a href="/ipns/example.com">example.com</a></span></nav>'
  )
  expect([pageName(`/ipfs/${ROOT}/`), pageName(`/ipfs/${ROOT}/x/`)]).toEqual(['bafy…5qri', 'x'])
  expect([isRoot(`/ipfs/${ROOT}/`), isRoot(`/ipfs/${ROOT}/x`)]).toEqual([true, false])
})

it('the explorer link of a name uses the name, that of mutable files their current CID', () => {
  const [cid, there] = [CID.parse(ROOT), { ...HERE, explorer: '/#/explore' }]
  expect(pageHeading('/ipns/x.example/a b/', cid, 'facts', there)).toContain(
    'facts · <a href="/#/explore/ipns/x.example/a%20b/">explore</a></p>'
  )
  expect(pageHeading('/mfs/a b/', cid, 'facts', there)).toContain(
    `facts · <a href="/#/explore/ipfs/${ROOT}">explore</a></p>`
  )
  expect(pageHeading('/mfs/a b/', cid, 'facts', HERE)).toContain('facts</p>')
})

it('documents are shown as text with links', () => {
  const cid = CID.parse(ROOT)
  expect(
    dagTree(
      new Map<string, never>([['a', [1n, 1.5, '<x>', null, true, cid, new Uint8Array(2), new Map(), []]]] as never),
      HERE
    )
  ).toBe(
    '{\n  &quot;a&quot;: [\n    1,\n    1.5,\n    &quot;&lt;x&gt;&quot;,\n    null,\n    true,\n    <a ' +
      `href="/ipfs/${ROOT}" translate="no">${ROOT}</a>,\n    <i>2 bytes</i>,\n    {},\n    []\n  ]\n}`
  )
})

it('deep or long values are truncated', () => {
  let deep: never[] = []
  for (let i = 0; i < 10_000; i++) {
    deep = [deep as never]
  }
  expect(dagTree(deep, HERE).length).toBeLessThan(20_000)
  expect(dagTree(Array.from({ length: 1_000_000 }, () => 1n), HERE).length).toBeLessThan(300_000)
})

it('advice is shown if and only if a provider was skipped for lack of a page', () => {
  const away = {
    name: '12D3',
    role: 'provider',
    state: 'failed',
    found: 0,
    bytes: 0,
    problem: 'cannot be reached (no)'
  } as const
  const [asked, passedBy] = [{ ...NOTHING_ASKED, sources: [away] }, {
    ...NOTHING_ASKED,
    sources: [away, { ...away, needsPage: true }]
  }]
  expect(pageAdvice(passedBy, '/#/explore')).toBe(
    'The only copy is in another browser. Open it in Explore, and keep that page open.'
  )
  expect(pageAdvice(passedBy, undefined)).toBe(
    'The only copy is in another browser. Open a page of this node in another tab, and try again.'
  )
  expect([pageAdvice(asked, '/#/explore'), pageAdvice(undefined, '/#/explore')]).toEqual([undefined, undefined])
})
