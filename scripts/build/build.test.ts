import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { contentVersion, placeholderVersion } from './site/content-version.mjs'
import { finishHtml } from './site/finish-html.mjs'
import { CSP_META, headersFile, HTML_HEADERS } from './site/shell-headers.mjs'
import { shellFiles, shellUrls } from './site/shell-urls.mjs'
import { siteSettings } from './site/site-settings.mjs'
import { checkWorkerScript } from './worker/check-worker.mjs'

let dir: string

async function file (name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(dir, name)), { recursive: true })
  await writeFile(path.join(dir, name), text)
}

beforeEach(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'build-'))
  await file('index.html', '<script src="/assets/page-1.js"></script>')
  await file('home-frame.html', '<script src="/assets/frame-1.js"></script>')
  await file('bridge.html', '<script src="/assets/bridge-1.js"></script>')
  await file('assets/bridge-1.js', 'bridge')
  await file('assets/frame-1.js', 'frame')
  await file('bootstrap.html', '<script src="/assets/boot-1.js"></script>')
  await file('assets/page-1.js', 'import("./section-1.js")')
  await file('assets/section-1.js', 'import"./shared-1.js"')
  await file('assets/shared-1.js', 'shared')
  await file('assets/page-1.js.map', '{}')
  await file('assets/boot-1.js', 'boot')
  await file('icon.png', 'icon')
  await file('assets/page-1.js.br', 'compressed')
  await file('assets/page-1.js.gz', 'compressed')
  await file('screenshots/wide.png', 'picture')
})

afterEach(async () => {
  await rm(dir, { recursive: true })
})

describe('shellUrls', () => {
  it('lists the page, its assets and public files, without the bootstrap and the screenshots', async () => {
    expect(await shellUrls(dir)).toEqual([
      '/',
      '/home-frame.html',
      '/bridge.html',
      '/assets/bridge-1.js',
      '/assets/frame-1.js',
      '/assets/page-1.js',
      '/assets/section-1.js',
      '/assets/shared-1.js',
      '/icon.png'
    ])
  })
})

describe('shellFiles', () => {
  it('identifies pages by their version, and other files by a hash', async () => {
    expect(await shellFiles(dir, ['/', '/home-frame.html', '/icon.png'])).toEqual([{ url: '/', marked: true }, {
      url: '/home-frame.html',
      marked: true
    }, { url: '/icon.png', hash: createHash('sha256').update('icon').digest().subarray(0, 9).toString('base64url') }])
  })
})

describe('contentVersion', () => {
  it('changes if a content or a name changes, and only then', async () => {
    const first = await contentVersion(dir, '1.0.0')
    expect(first).toMatch(/^1\.0\.0-[0-9a-f]{12}$/)
    expect(first).toHaveLength(placeholderVersion('1.0.0').length)
    await file('assets/page-1.js.map', '{"names":[]}')
    expect(await contentVersion(dir, '1.0.0')).toBe(first)

    await file('icon.png', 'icon2')
    const second = await contentVersion(dir, '1.0.0')
    await file('icon2.png', '')
    const third = await contentVersion(dir, '1.0.0')
    expect(new Set([first, second, third]).size).toBe(3)
  })
})

describe('checkWorkerScript', () => {
  it('accepts a classic script that contains the version', () => {
    expect(() => {
      checkWorkerScript('(function () { self.v = "1-a" })()', '1-a')
    }).not.toThrow()
  })

  it.each([
    ['a module', 'import "../a.js"; "1-a"', /classic/],
    ['module syntax', 'self.u = import.meta.url + "1-a"', /classic/],
    ['a run-time import', '(async () => { await import("../a.js") })("1-a")', /run time/],
    ['a Node built-in', 'var x = "__vite-browser-external 1-a"', /Node/],
    ['no version', 'self.v = 1', /version/]
  ])('rejects %s', (_, text, words) => {
    expect(() => {
      checkWorkerScript(text, '1-a')
    }).toThrow(words)
  })
})

describe('finishHtml', () => {
  it('inserts the policy before all elements to which it applies', () => {
    const html = finishHtml('<head>\n<meta charset="utf-8">\n<script src="/a.js"></script>', '1-a')
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<script'))
    expect(html).toContain('<meta name="swipfs-version" content="1-a">')
  })

  it('makes paths absolute in a page that is served at any depth', () => {
    const page =
      '<head><meta charset="utf-8"><script src="./assets/a.js"></script><link href="./favicon.svg"><link href="https://a.test/">'
    expect(finishHtml(page, '1-a', { base: '/repo/' })).toContain(
      '<script src="/repo/assets/a.js"></script><link href="/repo/favicon.svg"><link href="https://a.test/">'
    )
    expect(finishHtml(page, '1-a', { base: '/repo/' })).toContain('<meta name="swipfs-base" content="/repo/">')
    expect(finishHtml(page, '1-a')).toContain('<script src="./assets/a.js">')
  })

  it('throws if the head has an unexpected form', () => {
    expect(() => finishHtml('<head><script src="/a.js"></script>', '1-a')).toThrow(/charset/)
  })
})

describe('shell headers', () => {
  it('forbid inline code and framing; the meta tag omits unsupported directives', () => {
    // Only images may have data URLs: that of the bootstrap's icon.
    expect(HTML_HEADERS['Content-Security-Policy'].replace("img-src 'self' data:;", '')).not.toMatch(/unsafe|\*|data:/)
    expect(HTML_HEADERS['Content-Security-Policy']).toContain("frame-ancestors 'none'")
    expect(CSP_META).not.toContain('frame-ancestors')
  })

  it('are written for hosts with one name and value per line', () => {
    expect(headersFile()).toMatch(/^\/index\.html\n( {2}[\w-]+: [^\n]+\n)+/m)
    expect(headersFile()).toContain('/sw.js\n  Cache-Control: no-cache')
    expect(headersFile('/repo/')).toContain('\n/repo/sw.js\n  Cache-Control: no-cache')
    expect(headersFile('/repo/')).toContain('\n/repo/*\n')
  })
})

describe('the settings of a site', () => {
  const DNS = { 'DNS.Resolvers': { '.': 'https://dns.test/q' } }

  it('are those of a node that can query DNS', async () => {
    const config = { ...DNS, 'Gateway.NoFetch': false }
    expect(await siteSettings({ name: 'a.test', config: JSON.stringify(config) })).toEqual({ name: 'a.test', config })
  })

  it.each([
    [{ config: '{}' }, /needs DNS\.Resolvers/],
    [{ config: '{"DNS.Resolvers":{}}' }, /needs DNS\.Resolvers/],
    [{ config: '{' }, /is no JSON/],
    [{ config: '{"DNS.Resolvers":{".":"nowhere"}}' }, /is no URL/],
    [{ name: 'a..test', config: JSON.stringify(DNS) }, /must be a domain name/]
  ])('are rejected if they have no effect: %j', async (options, words) => {
    await expect(siteSettings(options)).rejects.toThrow(words)
  })
})
