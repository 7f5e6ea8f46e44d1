import { expect, test } from '../fixtures/page/quiet.ts'
import { addSite, ICON, siteOrigin } from '../fixtures/site/own-site.ts'

test(
  'frames, objects and embeds of a site show content, also of a site that was never opened',
  async ({ app, context, site, quiet }) => {
    quiet.allow(/frame-ancestors|sandbox/)
    const other = siteOrigin(
      site,
      await addSite(app, {
        'index.html': `<!doctype html>${ICON}<title>other</title><p id="p">…</p><script src="a.js"></script>`,
        'a.js': 'document.getElementById("p").textContent = "the other site runs"'
      })
    )
    const part = `<!doctype html>${ICON}<link rel="stylesheet" href="/a.css"><p>a part</p>`
    const origin = siteOrigin(
      site,
      await addSite(app, {
        'index.html': `<!doctype html>${ICON}<title>outer</title><iframe id="other" src="${other}/"></iframe><object ` +
          'id="object" data="/part.html?o"></object><embed id="embed" src="/part.html?e">' +
          '<object id="svg" type="image/svg+xml" data="/a.svg"></object><iframe id="own" src="/part.html"></iframe>',
        'part.html': part,
        'a.css': 'p { color: rgb(1, 2, 3) }',
        'a.svg': '<svg xmlns="http://www.w3.org/2000/svg"><text id="t">drawn</text></svg>'
      })
    )
    const page = await context.newPage()
    await page.goto(origin)
    await expect(page).toHaveTitle('outer')
    await expect(page.frameLocator('#other').locator('#p')).toHaveText('the other site runs')
    await expect(page.frameLocator('#own').getByText('a part', { exact: true })).toBeVisible()

    /**
     * Returns the content of the frame at this address. Objects and embeds show the address in a frame of their own.
     */
    const shown = async (path: string, selector: string): Promise<unknown> =>
      await page.frames().find((frame) => frame.url() === origin + path)?.evaluate((selector) => {
        const element = document.querySelector(selector)
        return element == null ? undefined : [element.textContent, getComputedStyle(element).color]
      }, selector).catch(() => undefined)

    await expect.poll(async () => await shown('/part.html?o', 'p')).toEqual(['a part', 'rgb(1, 2, 3)'])
    await expect.poll(async () => await shown('/part.html?e', 'p')).toEqual(['a part', 'rgb(1, 2, 3)'])
    await expect.poll(async () => (await shown('/a.svg', '#t') as string[] | undefined)?.[0]).toBe('drawn')
  }
)

test('a sandboxed frame of a site explains why it shows nothing', async ({ app, context, site, quiet }) => {
  quiet.allow(/sandbox|Blocked script execution/)
  const origin = siteOrigin(
    site,
    await addSite(app, {
      'index.html': `<!doctype html>${ICON}<title>outer</title><iframe id="scripts" sandbox="allow-scripts" ` +
        'src="/part.html"></iframe><iframe id="none" sandbox src="/part.html"></iframe>',
      'part.html': '<p>a part</p>'
    })
  )
  const page = await context.newPage()
  await page.goto(origin)
  await expect(page).toHaveTitle('outer')
  await expect(page.frameLocator('#scripts').locator('h1')).toHaveText('This cannot be shown here')
  await expect(page.frameLocator('#none').locator('noscript p')).toContainText(
    'In a frame without scripts it cannot be shown'
  )
})
