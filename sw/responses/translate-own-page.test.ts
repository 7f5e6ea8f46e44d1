import { CID } from 'multiformats/cid'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { AskedSource } from '../../src/blocks/exchange/retrieval-report.ts'
import { framedDocumentPage } from '../../src/gateway/html/content/framed-document-page.ts'
import { sandboxedFeatures } from '../../src/gateway/html/content/sandboxed-features.ts'
import { dagPage } from '../../src/gateway/html/dag/dag-page.ts'
import { listingPage } from '../../src/gateway/html/listing/listing-page.ts'
import { ENTRY_KINDS } from '../../src/gateway/html/page/entry-kind.ts'
import { htmlPage } from '../../src/gateway/html/page/html-page.ts'
import { isOwnPage, pagePolicy } from '../../src/gateway/html/page/html-page.ts'
import { allowPings, inlinePingScript } from '../../src/gateway/html/page/ping-script.ts'
import {
  PAGE_LANGUAGES,
  pageLanguage,
  translateHtml,
  translatePage
} from '../../src/gateway/html/page/translate-page.ts'
import type { PageTexts } from '../../src/gateway/html/page/translate-page.ts'
import { downloadPage } from '../../src/gateway/html/status/download-page.ts'
import { errorPageLinks, siteErrorLinks } from '../../src/gateway/html/status/error-page-links.ts'
import { ERROR_STATUSES, errorPage } from '../../src/gateway/html/status/error-page.ts'
import { NAME_ADVICE } from '../../src/gateway/html/status/name-error-advice.ts'
import { pageAdvice, sourcesList } from '../../src/gateway/html/status/page-advice.ts'
import { waitingEnd, waitingHead, waitingState } from '../../src/gateway/html/status/waiting-page.ts'
import { connectPage } from '../../src/gateway/own-origin/connect-page.ts'
import { ownPlace } from '../../src/gateway/own-origin/own-origin-address.ts'
import { sandboxNote } from '../../src/gateway/own-origin/sandbox-note.ts'
import { ProbedOrigins } from '../requests/probed-origins.ts'
import { answerNoSite } from '../site/answer-site.ts'
import { translateOwnPage } from './translate-own-page.ts'

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

const HOME = 'http://node.localhost:1'
const OPENED = new URL(`${HOME}/ipfs/a/b`)

/** Returns all pages of the gateway, in each state. */
async function allPages (): Promise<string[]> {
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
    waitingEnd('/ipfs/a'),
    ...await Promise.all([
      connectPage({ home: HOME, path: '/a/b', visit: '1' }),
      connectPage({ home: HOME, path: '/a/b', visit: '1', reason: 'it is away' }),
      downloadPage('a.zip', inlinePingScript()),
      framedDocumentPage(OPENED, ''),
      answerNoSite(new Request(HOME, { headers: { accept: 'text/html' } }), HOME)
    ].map(async (response) => await response.text()))
  ]
}

/** Names all texts of the notes at sandboxed pages. */
async function nameNotes (texts: PageTexts): Promise<void> {
  const everything = '<script></script><object><video autoplay></video><input autofocus>' +
    '<meta http-equiv="refresh"><a download></a>'
  const hosts = ['127.0.0.1:1', 'localhost:1', 'intranet:1', 'node.localhost:1', 'example.org']
  const lacking = await Promise.all([...hosts, 'webkit.localhost:1', 'unreadable.example'].map(async (host) => {
    const origins = new ProbedOrigins({
      location: { protocol: 'http:', host },
      userAgent: host.startsWith('webkit') ? 'AppleWebKit/605' : 'Chrome/150',
      async fetch (_url, { mode }) {
        return host.startsWith('unreadable') && mode === 'no-cors'
          ? new Response('')
          : await Promise.reject(new Error('offline'))
      }
    })
    return { host, lacking: await origins.lacking(`http://a.ipfs.${host}`) ?? '' }
  }))
  lacking.push({ host: 'example.org', lacking: 'a node in a folder of its host cannot have origins for sites' })
  const origins = { lacking: async () => undefined }
  for (const path of ['/mfs/a', `/ipns/${'k'.repeat(50)}.${'k'.repeat(50)}.example/`]) {
    const place = await ownPlace(new URL(path, HOME), origins)
    lacking.push({ host: 'node.localhost:1', lacking: place.lacking ?? '' })
  }
  const off = [...sandboxedFeatures(everything, true), 'style sheets that transform']

  for (const { host, lacking: reason } of lacking) {
    for (const otherHost of [undefined, 'node.localhost:1']) {
      sandboxNote(new URL(`http://${host}/ipfs/a`), { off, lacking: reason, otherHost }, { language: 'de', texts })
    }
  }
}

/** Returns the texts of the pages that a catalogue can translate: those with letters. */
async function allKeys (): Promise<string[]> {
  const keys = new Set<string>()
  const texts = new Proxy({}, {
    get: (_, key) => {
      if (/\p{L}{2}/u.test(String(key).replace(/\{\d\}/g, ''))) {
        keys.add(String(key))
      }
      return undefined
    }
  })
  for (const page of await allPages()) {
    translateHtml(page, { language: 'de', texts })
  }
  await nameNotes(texts)
  return [...keys].sort()
}

/** Texts that are equal in all languages. */
const EXEMPT = /^(?:a\.zip|TAR|CAR|raw|car|raw \(.*|\/ipfs\/.*)$/

const catalogue = (language: string): PageTexts =>
  JSON.parse(readFileSync(new URL(`../../public/reference/page-texts-${language}.json`, import.meta.url), 'utf8'))

describe.each(PAGE_LANGUAGES)('the texts of the pages in %s', async (language) => {
  const keys = (await allKeys()).filter((key) => !EXEMPT.test(key))

  it('are complete', () => {
    expect(keys.filter((key) => !(key in catalogue(language)))).toEqual([])
  })

  it('are those of the app, where it has the same', () => {
    const app = JSON.parse(readFileSync(new URL(`../../src/ui/languages/${language}.json`, import.meta.url), 'utf8'))
    const other = Object.entries(catalogue(language)).filter(([key, text]) => key in app && app[key] !== text)
    expect(other).toEqual([])
  })

  it('are all used, and keep their numbers', () => {
    const numbers = (text: string): string =>
      [...new Set([...text.matchAll(/\{\d\}/g)].map(([place]) => place))].sort().join('')
    expect(Object.keys(catalogue(language)).filter((key) => !keys.includes(key))).toEqual([])
    expect(Object.entries(catalogue(language)).filter(([key, text]) => numbers(key) !== numbers(text))).toEqual([])
  })
})

it('translates the page and not the names in it', async () => {
  const texts = catalogue('ar')
  const [page] = await allPages()
  const response = translatePage(htmlPage(new Headers(), 200, page), { language: 'ar', texts })
  const html = await response.text()
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain(`aria-label="${texts.Folder}"`)
  expect(html).toContain('<bdi class="name" translate="no"><a href="/ipfs/')
  expect(html).toContain('>Home</a></bdi>')
  expect(html).toContain('<h1><bdi translate="no">Home</bdi></h1>')
  expect(html).not.toContain('To the parent folder')
})

it('recognizes pages of the gateway, with scripts of their own and without', () => {
  const policy = pagePolicy()
  expect([policy, allowPings(policy, inlinePingScript(), ['let a'])].map(isOwnPage)).toEqual([true, true])
  expect([null, "default-src 'none'; script-src 'none'", "style-src 'self'"].map(isOwnPage)).toEqual([
    false,
    false,
    false
  ])
})

it('states the language and direction of a note, whatever the page around it has', () => {
  const parts = {
    off: ['scripts', 'plugins', 'autoplay'],
    lacking: 'localhost cannot have origins for sites (node.localhost can)'
  }
  const url = new URL('http://localhost:1/ipfs/a/')
  const arabic = catalogue('ar')
  expect(sandboxNote(url, parts, { language: 'ar', texts: arabic })).toContain('<div role="note" lang="ar" dir="rtl"')
  expect(sandboxNote(url, parts, { language: 'ar', texts: arabic })).toMatch(/^[\0-~]+$/)
  expect(sandboxNote(url, parts)).toContain('<div role="note" lang="en" dir="ltr"')
  expect(sandboxNote(url, parts)).toContain('>Scripts, plugins and autoplay are off here, since this page has no')
})

it('selects the language by weight, and English without one', () => {
  expect(pageLanguage('fr, de-AT;q=0.8, es;q=0.9', [])).toBe('es')
  expect(pageLanguage('en-GB, de', [])).toBeUndefined()
  expect(pageLanguage('*', ['de'])).toBeUndefined()
  expect(pageLanguage(null, ['fi', 'zh-CN', 'en'])).toBe('zh')
  expect(pageLanguage(null, ['en', 'de'])).toBeUndefined()
})

it('prefers the language that the user chose in the app, English too', async () => {
  const page = async (chosen: string): Promise<string> => {
    const request = new Request(HOME, { headers: { 'accept-language': 'es, de;q=0.5' } })
    const response = htmlPage(new Headers(), 404, errorPage(404, 'why'))
    const language = async () => chosen
    return await (await translateOwnPage(request, response, async (code) => catalogue(code), { language })).text()
  }
  expect(await page('ar')).toContain('<html lang="ar" dir="rtl">')
  expect(await page('en')).toContain('<html lang="en"')
})
