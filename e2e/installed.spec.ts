import type { Page } from 'playwright'
import { HELLO, isReady, keptRow, region, visit } from './fixtures/page.ts'
import { expect, test } from './fixtures/quiet.ts'
import { violations } from './fixtures/violations.ts'

/** Posts what the system posts when a person shares something with the installed page. */
async function shareWith (page: Page, origin: string, { files = [], ...words }: { files?: Array<{ name: string, text: string }>, text?: string, url?: string }): Promise<void> {
  await page.goto('about:blank')
  await page.evaluate(({ origin, files, words }) => {
    const form = Object.assign(document.createElement('form'), { method: 'post', enctype: 'multipart/form-data', action: `${origin}/share-target` })
    const put = (name: string, part: object): void => { form.append(Object.assign(document.createElement('input'), { name }, part)) }
    for (const [name, value] of Object.entries(words)) put(name, { value })
    const transfer = new DataTransfer()
    for (const { name, text } of files) transfer.items.add(new File([text], name))
    if (files.length > 0) {
      put('files', { type: 'file', multiple: true })
      form.querySelector<HTMLInputElement>('[type=file]')!.files = transfer.files
    }
    document.body.append(form)
    form.submit()
  }, { origin, files, words })
  await page.waitForURL(`${origin}/**`)
  await isReady(page)
}

test('files that are shared with the page come in once a person agrees, and not a second time', async ({ page, site }) => {
  await visit(page, site.origin)
  await shareWith(page, site.origin, { files: [HELLO, { name: 'ü & 2.txt', text: 'two' }] })
  const asked = page.getByRole('alertdialog', { name: 'Shared with this page' })
  await expect(asked).toContainText('2 files')
  await expect(asked.getByRole('button', { name: 'Add them' })).toBeFocused()
  await expect(region(page, 'Kept here')).toContainText('Nothing yet')
  expect(await violations(page)).toEqual([])
  expect(page.url()).toBe(`${site.origin}/`)
  await page.keyboard.press('Enter')
  await expect(keptRow(page, HELLO.name)).toContainText('Readable offline')
  await expect(keptRow(page, 'ü & 2.txt')).toContainText('Readable offline')
  await page.goto(`${site.origin}/?shared=yes`)
  await isReady(page)
  await expect(asked).toHaveCount(0)
})

test('a link that is shared, or opened by its scheme, leads to the content', async ({ page, site }) => {
  await visit(page, site.origin)
  await page.locator('[data-pick=files]').setInputFiles({ name: HELLO.name, mimeType: 'text/plain', buffer: Buffer.from(HELLO.text) })
  await expect(keptRow(page, HELLO.name)).toBeVisible()
  await shareWith(page, site.origin, { text: `see https://dweb.link/ipfs/${HELLO.cid}` })
  await page.getByRole('alertdialog').getByRole('link', { name: 'Open it' }).click()
  await expect(page.locator('body')).toHaveText('hello')

  for (const scheme of ['ipfs', 'web+ipfs']) {
    await page.goto(`${site.origin}/?open=${encodeURIComponent(`${scheme}://${HELLO.cid}`)}`)
    await expect(page.locator('body')).toHaveText('hello')
  }

  await page.goto(`${site.origin}/?open=${encodeURIComponent('javascript:alert(1)')}`)
  await expect(page.getByRole('alert')).toContainText('The link leads to no IPFS content.')
})

test('the manifest is one that the browser takes whole, in the colour of the page', async ({ page, site }) => {
  await visit(page, site.origin)
  const session = await page.context().newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { theme_color: colour } = JSON.parse(data!) as { theme_color: string }
  expect(await page.locator('meta[name=theme-color]').first().getAttribute('content')).toBe(colour)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper'))).toBe(colour)
})

test('the pictures of the manifest are there in the sizes that it says, and are not kept for use offline', async ({ page, site }) => {
  await visit(page, site.origin)
  const { screenshots } = await page.evaluate(async () => await (await fetch('/manifest.webmanifest')).json()) as { screenshots: Array<{ src: string, sizes: string, form_factor: string }> }
  expect(screenshots.map(({ form_factor: form }) => form).sort()).toEqual(['narrow', 'wide'])

  for (const { src, sizes } of screenshots) {
    expect(await page.evaluate(async (src) => {
      const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
      return `${width}x${height}`
    }, src)).toBe(sizes)

    expect(await page.evaluate(async (src) => await caches.match(src) == null, src)).toBe(true)
  }
})
