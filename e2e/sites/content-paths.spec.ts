import type { Page } from 'playwright'
import { expect, test } from '../fixtures/page/quiet.ts'
import { addSite, fetched, ICON } from '../fixtures/site/own-site.ts'

// If the host has no own origins, sites are shown at their path.
test.use({ host: 'localhost' })

/** A site as static generators build it (Hugo, Jekyll, Zola, Eleventy): its URLs are root-relative. */
const SITE: Record<string, string> = {
  'index.html':
    `<!doctype html>${ICON}<title>home</title><link rel="stylesheet" href="/css/style.css"><p>home</p><img ` +
    'src="/img/dot.svg"><a id="about" href="/about/">about</a><a id="tab" target="_blank" href="/about/">tab</a>' +
    '<form action="/search/"><input name="q" value="word"><button>find</button></form>',
  'about/index.html': `<!doctype html>${ICON}<meta name="referrer" content="no-referrer"><title>about</title><link ` +
    'rel="stylesheet" href="/css/style.css"><p>about</p><a id="home" href="/">home</a>',
  'search/index.html': `<!doctype html>${ICON}<title>search</title><p>search</p>`,
  'css/style.css': '@import url("/css/more.css"); p { color: rgb(1, 2, 3) }',
  'css/more.css': 'p { margin-left: 7px; background: url(/img/dot.svg) }',
  'img/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="7" height="5"/>'
}

async function isStyled (page: Page): Promise<void> {
  await expect(page.locator('p')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(page.locator('p')).toHaveCSS('margin-left', '7px')
}

test(
  'a site with root-absolute URLs has its styles and images, and its links stay within it',
  async ({ app, context, site, quiet }) => {
    quiet.allow(/Blocked script execution|404/) // Errors that the test itself causes.
    const root = `${site.origin}/ipfs/${await addSite(app, SITE)}`
    const page = await context.newPage()
    await page.goto(`${root}/`)
    await isStyled(page)
    await expect.poll(async () => await page.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(7)
    expect(await page.locator('[role=note]').count()).toBe(0)

    await page.click('#about')
    await expect(page).toHaveTitle('about')
    expect(page.url()).toBe(`${root}/about/`)
    await isStyled(page) // Works although this page sends no referrer.
    await page.click('#home')
    await expect(page).toHaveTitle('home')
    expect(page.url()).toBe(`${root}/`)

    const [tab] = await Promise.all([context.waitForEvent('page'), page.click('#tab')])
    await expect(tab).toHaveTitle('about')
    expect(tab.url()).toBe(`${root}/about/`)

    await page.click('button')
    await expect(page).toHaveTitle('search')
    expect(page.url()).toBe(`${root}/search/?q=word`)

    // In the app, these addresses are its own.
    expect(await fetched(app, '/css/style.css')).toMatch(/^404 /)
  }
)

test('links of listings and error pages still lead to the application', async ({ app, context, site, quiet }) => {
  quiet.allow(/404/)
  const root = `${site.origin}/ipfs/${await addSite(app, { 'a.txt': 'text', 'b/index.html': `${ICON}<p>page` })}`
  const page = await context.newPage()
  await page.goto(`${root}/none`)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.locator('#app, main').first()).toBeVisible()
  expect(page.url()).toBe(`${site.origin}/`)
  await page.goto(`${root}/`)
  await page.getByRole('link', { name: 'b', exact: true }).click()
  await expect(page.locator('p')).toHaveText('page')
})

test('saves a file with a download policy from a page at its path', async ({ app, context, site }) => {
  const root = `${site.origin}/ipfs/${await addSite(app, {
    'index.html': `<!doctype html>${ICON}<a id="save" href="a.bin?download=true&filename=b.bin">save</a>`,
    'a.bin': 'bytes'
  })}`
  const page = await context.newPage()
  await page.goto(`${root}/`)
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#save')])
  expect([download.suggestedFilename(), await download.failure()]).toEqual(['b.bin', null])
})

test('shows an SVG image without its scripts, and says so', async ({ app, context, site, quiet }) => {
  quiet.allow(/Blocked script execution|script-src/)
  const root = `${site.origin}/ipfs/${await addSite(app, {
    'a.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="70" height="50"><rect id="r" width="70" height="50"/><script>document.getElementById("r").remove(); top.document.title = "owned"</script></svg>',
    'feed.xml': '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="s.xsl"?><rss>news</rss>'
  })}`
  const page = await context.newPage()
  await page.goto(`${root}/a.svg`)
  await expect(page.locator('[role=note]')).toContainText('Scripts are off here')
  await expect(page.frameLocator('iframe').locator('#r')).toHaveCount(1)
  await expect(page).toHaveTitle('a.svg')
  await page.goto(`${root}/feed.xml`)
  await expect(page.locator('[role=note]')).toContainText('Style sheets that transform are off here')
  await expect(page.locator('pre')).toContainText('<rss>news</rss>')
})
