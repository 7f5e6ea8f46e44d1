import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileRow, pick, visit } from '../fixtures/page/page.ts'
import { test } from '../fixtures/page/quiet.ts'
import { siteOrigin } from '../fixtures/site/own-site.ts'
import { expect, rpc } from '../fixtures/site/site.ts'

const HINT = 'x-ipfs-companion-no-redirect'
const IMAGE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'

test('links and pictures of the app opt out of the redirects of IPFS Companion', async ({ page, site }) => {
  const asked: string[] = []
  page.context().on('request', (request) => {
    if (/\/ip[fn]s\//.test(new URL(request.url()).pathname)) {
      asked.push(request.url())
    }
  })
  await visit(page, site.origin)
  await pick(page, { name: 'a.svg', text: IMAGE }, { name: 'b.txt', text: 'text' })
  await expect(fileRow(page, 'a.svg').locator('img')).toBeVisible()

  for (const name of ['a.svg', 'b.txt']) {
    await page.goto(`${site.origin}/#/files/${name}?view`)
    await expect(page.getByRole('dialog').getByRole('link', { name: 'Download' })).toHaveAttribute(
      'href',
      new RegExp(HINT)
    )
    await expect(page.getByRole('dialog').locator(name === 'a.svg' ? 'img' : 'pre, code').first()).toBeVisible()
  }

  expect(asked.length).toBeGreaterThan(2)
  expect(asked.filter((url) => !url.includes(HINT))).toEqual([])
})

test('the opt-out stays in the links of a listing, and at an own origin', async ({ app, site }) => {
  const body = async (name: string, text: string): Promise<string> => {
    const { text: lines } = await rpc(app, 'add?cid-version=1&wrap-with-directory=true', { name, text })
    return (JSON.parse(lines.trim().split('\n').at(-1)!) as { Hash: string }).Hash
  }
  const folder = await body('a.txt', 'a')
  const html = await body('index.html', '<!doctype html><title>a site</title>')
  await app.goto(`${site.origin}/ipfs/${folder}?${HINT}`)
  await expect(app).toHaveURL(`${site.origin}/ipfs/${folder}/?${HINT}`)
  const links = await app.locator('.list a').evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
  expect(links.length).toBeGreaterThan(1)
  expect(links.filter((href) => !href.includes(HINT) && !href.startsWith('/#'))).toEqual([])

  await app.goto(`${site.origin}/ipfs/${html}/?${HINT}`)
  await expect(app).toHaveURL(`${siteOrigin(site, html)}/?${HINT}`)
})

test.describe('an extension that redirects anyway', () => {
  // Stands for a request that an extension redirects before the worker gets it.
  test.use({ serviceWorkers: 'block' })

  test('is noticed', async ({ page, site, quiet }) => {
    quiet.allow(/./)
    const other = http.createServer((_, res) => {
      res.setHeader('Access-Control-Allow-Origin', '*').end('other')
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    await page.route('**/ipfs/bafkqaaa', async (route) => {
      await route.fulfill({ status: 302, headers: { Location: `http://127.0.0.1:${port}/ipfs/bafkqaaa` } })
    })
    await page.goto(site.origin)
    await expect(page.getByRole('navigation').first()).toBeVisible()
    const notice = page.getByText('An extension, such as IPFS Companion, sends requests for your content')
    await expect(notice).toHaveCount(0)
    await page.evaluate(async () => {
      await fetch('/ipfs/bafkqaaa').catch(() => {})
    })
    await expect(notice).toBeVisible()
    await new Promise((resolve) => {
      other.close(resolve)
      other.closeAllConnections()
    })
  })
})
