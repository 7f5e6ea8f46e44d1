import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright'
import { expect, test } from '../fixtures/page/quiet.ts'
import { addSite, ICON, siteOrigin } from '../fixtures/site/own-site.ts'

const FILES: Record<string, string> = {
  'index.html':
    `<!doctype html>${ICON}<title>site</title><a id="plain" href="photo.jpg" download>plain</a><a id="named" ` +
    'href="/photo.jpg" download="my cat.jpg"><b>named</b></a>' +
    '<p onclick="event.stopPropagation()"><a id="stopped" href="photo.jpg" download="stopped.jpg" ' +
    'onclick="event.stopPropagation()">stopped</a></p><a id="query" href="photo.jpg?filename=other.jpg" ' +
    'download>query</a>' +
    '<a id="own" href="photo.jpg" download onclick="event.preventDefault(); document.title = ' +
    '\'own\'">own</a><a id="none" href="none.jpg" download>none</a>' +
    '<script>addEventListener("x", () => { const link = document.createElement("a"); link.href = ' +
    '"/photo.jpg"; link.download = "made.jpg"; link.click() })</script>',
  'strict.html': `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'self'; connect-src ` +
    `'none'">${ICON}<title>strict</title><a id="plain" href="photo.jpg" download="strict.jpg">plain</a>`,
  'photo.jpg': 'the photo'
}

async function saved (page: Page, act: () => Promise<void>): Promise<[name: string, text: string]> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return [download.suggestedFilename(), await readFile(await download.path(), 'utf8')]
}

test('download links of a site save the file, however they are clicked', async ({ app, context, site, quiet }) => {
  quiet.allow(/404|connect-src|Content Security Policy/)
  const origin = siteOrigin(site, await addSite(app, FILES))
  const page = await context.newPage()
  await page.goto(origin)
  await expect(page).toHaveTitle('site')
  const click = (id: string) => async (): Promise<void> => {
    await page.click(`#${id}`)
  }

  expect(await saved(page, click('plain'))).toEqual(['photo.jpg', 'the photo'])
  expect(await saved(page, click('named'))).toEqual(['my cat.jpg', 'the photo'])
  expect(await saved(page, click('stopped'))).toEqual(['stopped.jpg', 'the photo'])
  expect(await saved(page, click('query'))).toEqual(['other.jpg', 'the photo'])
  expect(
    await saved(page, async () => {
      await page.evaluate(() => {
        dispatchEvent(new Event('x'))
      })
    })
  ).toEqual(['made.jpg', 'the photo'])
  expect(page.url()).toBe(`${origin}/`)

  // Handlers of the page itself still run.
  await page.click('#own')
  await expect(page).toHaveTitle('own')

  // A missing file is reported.
  const [dialog] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate(() => {
      document.getElementById('none')!.click()
    })
  ])
  expect(dialog.message()).toContain('“none.jpg” was not saved: 404 ')
  await dialog.accept()

  await page.goto(`${origin}/strict.html`)
  await expect(page).toHaveTitle('strict')
  expect(await saved(page, click('plain'))).toEqual(['strict.jpg', 'the photo'])
  await expect(page).toHaveTitle('strict')
})
