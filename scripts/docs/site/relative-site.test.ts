import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { relativePage, relativeScript, relativeSite, relativeStyle } from './relative-site.mjs'

it('pages refer to their files by relative URLs', () => {
  const page = relativePage('<head></head><a href="/VP-BASE/guide.html">', '../')
  expect(page).toContain('<a href="../guide.html">')
  expect(page).toContain('__siteBase=new URL("../",location.href).pathname')
})

it('data of a page gets the base when the page runs', () => {
  const page = relativePage('<head><script>x=JSON.parse("{\\"base\\":\\"/VP-BASE/\\"}")</script>', './')
  const [, script] = /<script>(x=.*)<\/script>/.exec(page) ?? []
  const x = new Function('__siteBase', `let x; ${script}; return x`)('/docs/') as unknown
  expect(x).toEqual({ base: '/docs/' })
})

it('scripts get the base when they run, in plain and template strings', async () => {
  const code = relativeScript('export default ["/VP-BASE/", `/VP-BASE/${1 + 1}.js`, "other"]')
  expect(code).not.toContain('/VP-BASE/')
  Object.assign(globalThis, { __siteBase: '/ipfs/bafy/' })
  const script = await import(`data:text/javascript,${encodeURIComponent(code)}`) as { default: string[] }
  expect(script.default).toEqual(['/ipfs/bafy/', '/ipfs/bafy/2.js', 'other'])
})

it('style sheets refer to fonts by relative URLs', () => {
  expect(relativeStyle('src:url(/VP-BASE/assets/a.woff2)', '../')).toBe('src:url(../assets/a.woff2)')
})

it('a site with a root-absolute URL is refused', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'swipfs-site-'))
  mkdirSync(path.join(folder, 'a'))
  writeFileSync(path.join(folder, 'a', 'good.html'), '<head></head><link href="/VP-BASE/x.css">')
  await relativeSite(folder)
  expect(readFileSync(path.join(folder, 'a', 'good.html'), 'utf8')).toContain('href="../x.css"')
  writeFileSync(path.join(folder, 'bad.html'), '<head></head><img src="/logo.png">')
  await expect(relativeSite(folder)).rejects.toThrow('bad.html has a root-absolute URL')
  rmSync(folder, { recursive: true })
})
