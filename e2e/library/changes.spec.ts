import type { Page } from 'playwright'
import { fileRow, HELLO, openSection, region, showDeveloperDetails, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { test as onAHost } from '../fixtures/page/quiet.ts'
import { openApp, rpc } from '../fixtures/site/site.ts'

async function secondTab (page: Page, site: { origin: string }): Promise<Page> {
  const other = await page.context().newPage()
  await openApp(other, site as never)
  await page.bringToFront() // A hidden page reads nothing.
  return other
}

test('the page follows RPC changes of a script in another tab', async ({ page, site }) => {
  await visit(page, site.origin)
  const other = await secondTab(page, site)
  await openSection(page, '#/pinned')
  await expect(page.getByText('Pinned items stay on this device')).toBeVisible()
  await rpc(other, 'add?cid-version=1&pin-name=from+a+script', { text: HELLO.text })
  await expect(fileRow(page, 'from a script')).toContainText('5 bytes')
  await rpc(other, `pin/rm?arg=${HELLO.cid}`)
  await expect(page.getByText('Pinned items stay on this device')).toBeVisible()

  await openSection(page, '#/')
  await rpc(other, `files/cp?arg=/ipfs/${HELLO.cid}&arg=/from-a-script.txt`)
  await expect(fileRow(page, 'from-a-script.txt')).toContainText('5 bytes')
  await rpc(other, 'files/rm?arg=/from-a-script.txt')
  await expect(page.getByText('Drop files here.')).toBeVisible()

  await showDeveloperDetails(page)
  await openSection(page, '#/node/storage')
  await expect(region(page, 'Storage')).toContainText(/in \d blocks/)
  await rpc(other, 'repo/gc')
  await expect(region(page, 'Storage')).toContainText('in 1 block')
})

test('inspects the worker, and sees its state change', async ({ page, site }) => {
  await visit(page, site.origin)
  await page.goto(`${site.origin}/#/node/report`)
  const inside = page.locator('details.inside')
  await inside.getByText('In the worker').click()
  await expect(inside.locator('pre')).toContainText('"blocks": 1,')
  await expect(inside.locator('pre')).toContainText('"packed-idb"')
  await rpc(page, 'block/put', { text: 'one more' })
  await expect(inside.locator('pre')).toContainText('"blocks": 2,')
})

onAHost.describe(() => {
  // There, content shares its origin with the node, and its BroadcastChannel too.
  onAHost.use({ host: 'localhost' })

  onAHost(
    'what is told of many writes is a few messages without content, and a page under /ipfs hears none',
    async ({ page, site, context, quiet }) => {
      quiet.allow(/Blocked script execution/)
      await visit(page, site.origin)
      const script = '<!doctype html><title>content</title><p>shown</p><script>new ' +
        'BroadcastChannel("swipfs-changes").onmessage = (event) => { document.title = "heard " + ' +
        'JSON.stringify(event.data) }</script>'
      const { Hash } = JSON.parse(
        (await rpc(page, 'add?cid-version=1', { text: script, name: 'index.html' })).text
      ) as { Hash: string }
      const content = await context.newPage()
      await content.goto(`${site.origin}/ipfs/${Hash}?filename=index.html`)
      await expect(content.locator('p')).toHaveText('shown')

      const messages = await page.evaluate(async () => {
        const heard: unknown[] = []
        const channel = new BroadcastChannel('swipfs-changes')
        channel.onmessage = ({ data }) => {
          heard.push(data)
        }
        const begin = performance.now()
        for (let i = 0; i < 200; i++) {
          const body = new FormData()
          body.append('file', new Blob([`block ${i}`]))
          await fetch('/api/v0/block/put', { method: 'POST', body })
        }
        await fetch('/api/v0/config?arg=Datastore.StorageMax&arg=5GB', { method: 'POST' })
        while (!JSON.stringify(heard).includes('config')) {
          await new Promise((resolve) => {
            setTimeout(resolve, 10)
          })
        }
        return { heard, intervals: Math.ceil((performance.now() - begin) / 100) }
      })

      expect(messages.heard.length).toBeLessThanOrEqual(messages.intervals + 1)
      expect([...new Set(messages.heard.map((message) => Object.keys(message as object).sort().join()))]).toEqual([
        'topics,type'
      ])
      expect(new Set(messages.heard.flatMap((message) => (message as { topics: string[] }).topics))).toEqual(
        new Set(['repo', 'config'])
      )
      expect(await content.title()).toBe('content')
    }
  )
})
