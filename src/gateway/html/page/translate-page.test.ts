import { CID } from 'multiformats/cid'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { AskedSource } from '../../../blocks/exchange/retrieval-report.ts'
import { dagPage } from '../dag/dag-page.ts'
import { listingPage } from '../listing/listing-page.ts'
import { errorPageLinks, siteErrorLinks } from '../status/error-page-links.ts'
import { ERROR_STATUSES, errorPage } from '../status/error-page.ts'
import { NAME_ADVICE } from '../status/name-error-advice.ts'
import { pageAdvice, sourcesList } from '../status/page-advice.ts'
import { waitingEnd, waitingHead, waitingState } from '../status/waiting-page.ts'
import { ENTRY_KINDS } from './entry-kind.ts'
import { htmlPage } from './html-page.ts'
import { PAGE_LANGUAGES, pageLanguage, translateHtml, translatePage } from './translate-page.ts'
import type { PageTexts } from './translate-page.ts'

const cid = CID.parse('bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq')
const origin = { gatewayUrl: '', dnslink: false, explorer: '/#/explore' }
const source = (part: Partial<AskedSource>): AskedSource => ({
  name: 'https://a.example',
  role: 'gateway',
  state: 'answered',
  found: 0,
  bytes: 0,
  ...part
})
const SOURCES = [
  source({ state: 'asking' }),
  source({ role: 'router' }),
  source({ role: 'router', found: 1 }),
  source({ role: 'router', found: 2 }),
  source({ role: 'provider', found: 1, bytes: 5 }),
  source({ found: 2, bytes: 5 }),
  source({ state: 'failed' }),
  source({ state: 'failed', problem: 'does not have it' }),
  ...Array.from({ length: 9 }, (_, i) => source({ name: `https://${i}.example` }))
]
const report = (part: object = {}) => ({
  startedMs: 1 as number | undefined,
  waiting: 1,
  blocks: 0,
  bytes: 0,
  sources: SOURCES,
  ...part
})

/** Returns all pages of the gateway, in each state. */
function allPages (): string[] {
  const tools = { sort: 'name', descending: false, kind: undefined, name: '' } as const
  const listings = [
    tools,
    { ...tools, descending: true, name: 'a' },
    { ...tools, sort: 'size' as const },
    { ...tools, sort: 'size' as const, descending: true },
    { ...tools, sort: undefined, kind: 'film' as const }
  ].map((options) => {
    const page = listingPage({
      path: `/ipfs/${cid}/Home`,
      urlPath: `/ipfs/${cid}/Home`,
      origin,
      cid,
      dagSize: 5,
      options
    })
    const entry = { name: 'Home', cid, tsize: 5 }
    return page.head + [undefined, ...ENTRY_KINDS].map((kind) => page.row(entry as never, kind)).join('') +
      page.nothing + page.foot
  })
  const needsPage = report({ sources: [source({ needsPage: true })] })
  const state = { report: report(), naming: undefined, explorer: '/#/explore' }

  return [
    ...listings,
    dagPage({ path: '/ipfs/a', origin, cid, node: undefined }),
    ...ERROR_STATUSES.map((status) =>
      errorPage(status, 'why', {
        ways: errorPageLinks('/ipfs/a/b/c', { explorer: '/#/explore' }),
        sources: sourcesList(report()),
        diagnosisUrl: 'https://a.example'
      })
    ),
    siteErrorLinks('/a/b', { root: '/ipfs/a', home: 'https://a.example' }),
    ...[
      ...NAME_ADVICE,
      'The content has no item with this name.',
      pageAdvice(needsPage, ''),
      pageAdvice(needsPage, undefined)
    ]
      .map((advice) => errorPage(404, 'why', { advice: advice! })),
    waitingHead('/ipfs/a', [['/', 'Stop'], ['/', 'Explore']]),
    waitingState(state, 3000),
    waitingState({ ...state, report: report({ blocks: 1 }) }, 3000),
    waitingState({ ...state, report: report({ startedMs: undefined }) }, 3000),
    waitingState({ ...state, naming: 'a.example' }, 3000),
    waitingEnd('/ipfs/a')
  ]
}

/** Returns the texts of the pages that a catalogue can translate: those with letters. */
function keysOf (pages: readonly string[]): string[] {
  const keys = new Set<string>()
  const texts = new Proxy({}, {
    get: (_, key) => {
      if (/\p{L}{2}/u.test(String(key).replace(/\{\d\}/g, ''))) {
        keys.add(String(key))
      }
      return undefined
    }
  })
  pages.forEach((page) => translateHtml(page, 'de', texts))
  return [...keys].sort()
}

/** Texts that are equal in all languages. */
const EXEMPT = /^(?:TAR|CAR|raw|car|raw \(.*|Open at dweb\.link|\/ipfs\/.*)$/

const catalogue = (language: string): PageTexts =>
  JSON.parse(readFileSync(new URL(`../../../../public/reference/page-texts-${language}.json`, import.meta.url), 'utf8'))

describe.each(PAGE_LANGUAGES)('the texts of the pages in %s', (language) => {
  const keys = keysOf(allPages()).filter((key) => !EXEMPT.test(key))

  it('are complete', () => {
    expect(keys.filter((key) => !(key in catalogue(language)))).toEqual([])
  })

  it('are all used, and keep their numbers', () => {
    const numbers = (text: string): string => [...text.matchAll(/\{\d\}/g)].map(([place]) => place).sort().join('')
    expect(Object.keys(catalogue(language)).filter((key) => !keys.includes(key))).toEqual([])
    expect(Object.entries(catalogue(language)).filter(([key, text]) => numbers(key) !== numbers(text))).toEqual([])
  })
})

it('translates the page and not the names in it', async () => {
  const texts = catalogue('ar')
  const page = allPages()[0]
  const response = translatePage(htmlPage(new Headers(), 200, page), 'ar', texts)
  const html = await response.text()
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain(`aria-label="${texts.Folder}"`)
  expect(html).toContain('<bdi class="name" translate="no"><a href="/ipfs/')
  expect(html).toContain('>Home</a></bdi>')
  expect(html).toContain('<h1><bdi translate="no">Home</bdi></h1>')
  expect(html).not.toContain('To the parent folder')
})

it('changes no content', () => {
  const content = new Response('<html lang="en"><p>Home', { headers: { 'Content-Type': 'text/html' } })
  expect(translatePage(content, 'de', { Home: 'Start' })).toBe(content)
})

it('selects the language by weight, and English without one', () => {
  expect(pageLanguage('fr, de-AT;q=0.8, es;q=0.9', [])).toBe('es')
  expect(pageLanguage('en-GB, de', [])).toBeUndefined()
  expect(pageLanguage('*', ['de'])).toBeUndefined()
  expect(pageLanguage(null, ['fi', 'zh-CN', 'en'])).toBe('zh')
  expect(pageLanguage(null, ['en', 'de'])).toBeUndefined()
})
