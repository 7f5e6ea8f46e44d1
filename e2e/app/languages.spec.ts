import type { Page } from 'playwright'
import { chooseNew, HELLO, openSection, pick } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { test as ofSites } from '../fixtures/page/quiet.ts'
import { violationsInThemes } from '../fixtures/page/violations.ts'
import { addSite, APP, removeHome, siteOrigin } from '../fixtures/site/own-site.ts'
import { killWorkers } from '../fixtures/site/site.ts'

const SECTIONS = [
  '#/',
  '#/pinned',
  '#/recent',
  '#/bin',
  `#/explore/ipfs/${HELLO.cid}`,
  '#/node/peers',
  '#/node/keys',
  '#/node/settings',
  '#/node/storage',
  '#/node/report',
  '#/console'
]

/** Chooses a language in the settings. */
async function choose (page: Page, label: string): Promise<void> {
  await openSection(page, '#/node/settings')
  await page.locator('.look select').first().selectOption({ label })
}

async function isReady (page: Page, code: string): Promise<void> {
  await expect(page.locator('.pill')).toHaveAttribute('data-state', /^(?:ready|offline)$/)
  await expect(page.locator('html')).toHaveAttribute('lang', code)
}

async function speaks (page: Page, languages: string[]): Promise<void> {
  await page.addInitScript((languages) => {
    Object.defineProperty(Navigator.prototype, 'languages', { get: () => languages })
  }, languages)
}

/** Returns the horizontal overflow of the page in px. */
async function overflow (page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

for (const [code, dir] of [['de', 'ltr'], ['ar', 'rtl']] as const) {
  test(
    `every section in ${code} is accessible in both themes and does not overflow`,
    async ({ page, site }, info) => {
      test.slow()
      await speaks(page, [`${code}-XX`, 'en'])
      await page.goto(site.origin)
      await isReady(page, code)
      await expect(page.locator('html')).toHaveAttribute('dir', dir)
      await pick(page, HELLO)
      await expect(page.locator('.item-row')).toContainText(HELLO.name)

      for (const width of [390, 1200]) {
        await page.setViewportSize({ width, height: 900 })

        for (const section of SECTIONS) {
          await page.goto(`${site.origin}/${section}`)
          await expect(page.locator('.later')).toHaveCount(0)
          await expect(page.locator('main h2').first()).toBeVisible()
          expect.soft(await overflow(page), section).toBeLessThanOrEqual(0)

          for await (const { colorScheme, found } of violationsInThemes(page)) {
            expect.soft(found, `${section}, ${colorScheme}`).toEqual([])
            await page.screenshot({
              path: info.outputPath(
                `${code}-${colorScheme}-${width}${section.replaceAll(/\W+/g, '-').slice(0, 20)}.png`
              ),
              fullPage: true
            })
          }
        }
      }
    }
  )
}

test('switches the language at once, keeps typed text, and remembers the choice', async ({ page, site }) => {
  await page.goto(`${site.origin}/#/node/settings`)
  await isReady(page, 'en')
  await page.getByLabel('Search', { exact: true }).fill('some words')

  await choose(page, 'Español')
  await isReady(page, 'es')
  await expect(page.getByLabel('Buscar', { exact: true })).toHaveValue('some words')
  await expect(page.getByRole('navigation', { name: 'Secciones' })).toContainText('Archivos')
  await expect(page).toHaveTitle(/^Configuración/)

  await choose(page, '简体中文')
  await isReady(page, 'zh')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')

  await page.reload()
  await isReady(page, 'zh')
  await choose(page, 'English')
  await isReady(page, 'en')
  await expect(page.getByRole('link', { name: 'Files', exact: true })).toBeVisible()
})

test('translates text that is already on the page', async ({ page, site }) => {
  await page.goto(`${site.origin}/#/files`)
  await isReady(page, 'en')
  await chooseNew(page, 'New folder')
  await page.getByLabel('Name of the new folder').fill('trip')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Created the folder “trip”.').last()).toBeVisible()
  await openSection(page, '#/node/settings')
  await expect(page.getByRole('heading', { name: 'Appearance' })).toBeVisible()

  await choose(page, 'Deutsch')
  await isReady(page, 'de')
  await expect(page.locator('.toast')).toContainText('Ordner „trip“ erstellt.')
  await expect(page.locator('body')).not.toContainText(/Created the|Appearance/)
})

test('loads a new language offline, also for announcements', async ({ page, context, site }) => {
  await page.goto(site.origin)
  await isReady(page, 'en')
  await context.setOffline(true)
  await choose(page, 'العربية')
  await isReady(page, 'ar')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')

  await openSection(page, '#/')
  await pick(page, HELLO)
  await expect(page.locator('.item-row')).toContainText('على هذا الجهاز')
  await expect(page.locator('[aria-live=polite]').last()).toContainText('أُضيف')
  // Dates contain invisible direction marks there, which must not be shown as suspicious characters.
  await expect(page.locator('.item-row time')).toHaveText(/\d/)
  await expect(page.locator('body')).not.toContainText('[U+')
  // Technical text is left to right there too.
  await openSection(page, '#/node/peers')
  expect(await page.locator('main code').first().evaluate((code) => getComputedStyle(code).direction)).toBe('ltr')

  await page.reload()
  await isReady(page, 'ar')
  await context.setOffline(false)
})

test('shows and finds the help of commands and settings in a new language at once', async ({ page, context, site }) => {
  await page.goto(`${site.origin}/#/node/settings`)
  await isReady(page, 'en')
  const setting = page.locator('[data-key="Datastore.GCPeriod"] bdi')
  await page.getByLabel('Search', { exact: true }).fill('automatic check')
  await expect(setting).toHaveText('Interval of the automatic check; 0 for never')
  await expect(setting).toHaveAttribute('lang', 'en')

  await choose(page, 'Deutsch')
  await expect(setting).toHaveText('Intervall der automatischen Prüfung; 0 für nie')
  await expect(setting).toHaveAttribute('lang', 'de')
  await page.getByLabel('Suchen', { exact: true }).fill('automatischen Prüfung')
  await expect(setting).toBeVisible()

  // The search finds commands by both languages.
  for (const words of ['alle lokalen blöcke', 'list every local block']) {
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Suchen' })
    await dialog.getByRole('combobox').fill(words)
    await expect(dialog.getByRole('option', { name: 'ipfs refs local' })).toContainText(
      'Alle lokalen Blöcke auflisten.'
    )
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }

  // Offline, and from right to left.
  await context.setOffline(true)
  await choose(page, 'العربية')
  await isReady(page, 'ar')
  await openSection(page, '#/console/ipfs%20pin%20ls')
  const help = page.locator('.call-form > p').first()
  await expect(help).toHaveText('سرد التثبيتات.')
  await expect(help).toHaveAttribute('lang', 'ar')
  await expect(help).toHaveCSS('direction', 'rtl')
  await context.setOffline(false)
})

test('falls back to English', async ({ page, site }) => {
  await speaks(page, ['fi-FI', 'sv'])
  await page.goto(site.origin)
  await isReady(page, 'en')
})

test(
  'on a phone in any language, truncates long names and shows equal checkboxes and an English report',
  async ({ page, site }) => {
    await speaks(page, ['ar', 'en'])
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(site.origin)
    await isReady(page, 'ar')
    await pick(page, { ...HELLO, name: `${'long name '.repeat(20)}.txt` })
    const name = page.locator('.item-name a')
    await expect(name).toHaveCSS('direction', 'ltr')
    await expect(name).toHaveCSS('text-overflow', 'ellipsis')

    await page.locator('.item-row').getByRole('button').click()
    await page.getByRole('menuitem', { name: /^مشاركة/ }).click()
    const close = page.getByRole('dialog').getByRole('button', { name: 'إغلاق' })
    expect(
      await close.evaluate((button) => {
        const text = document.createRange()
        text.selectNodeContents(button)
        return text.getClientRects().length
      })
    ).toBe(1)
    await close.click()

    await page.goto(`${site.origin}/#/node/report`)
    await expect(page.locator('pre.report')).toContainText(/Blocks: \d+ bytes in \d+ blocks/)
    await expect(page.locator('pre.report')).toContainText(/Browser storage: \d+ of \d+ bytes/)

    await page.goto(`${site.origin}/#/node/settings`)
    await choose(page, 'Deutsch')
    const boxes = page.locator('.tools input[type=checkbox]')
    await expect(boxes).toHaveCount(2)
    const widths = await boxes.evaluateAll((all) => all.map((box) => box.getBoundingClientRect().width))
    expect(widths[1]).toBe(widths[0])
  }
)

ofSites.describe('in an Arabic browser', () => {
  ofSites.use({ locale: 'ar' })

  ofSites(
    'shows pages of a site in the language of the browser, offline too',
    async ({ app, context, site, quiet }) => {
      quiet.allow(/404|504|503|ERR_CONNECTION_REFUSED|favicon/)
      const cid = await addSite(app, { 'index.html': APP['index.html'], 'app.js': APP['app.js'], lib: 'x', 'a/b': 'x' })
      const late = await addSite(app, { 'late.txt': 'x' })
      const page = await context.newPage()
      await page.goto(`${siteOrigin(site, cid)}/a/`)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page.locator('html')).toHaveAttribute('lang', 'ar')
      await expect(page.locator('.tools')).toContainText('بحث')
      await page.goto(`${siteOrigin(site, cid)}/nowhere`)
      await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(page.getByRole('link', { name: 'صفحة البداية' })).toHaveAttribute('href', '/')

      // A worker without a home: the page that connects says why.
      const other = await context.newPage()
      await other.goto(`${siteOrigin(site, late)}/`)
      await expect(other.locator('.tools')).toBeVisible()
      await removeHome(app)
      await site.stop()
      await killWorkers(context, page)
      await other.goto(`${siteOrigin(site, late)}/late.txt`)
      await expect(other.getByRole('alert')).toContainText('لا يمكن فتح هذا الموقع الآن', { timeout: 90_000 })
      await expect(other.locator('html')).toHaveAttribute('dir', 'rtl')
      await expect(other.getByRole('alert').locator('code')).toHaveCSS('direction', 'ltr')
    }
  )

  ofSites(
    'pages of the gateway and of sites follow the language that was chosen in the app',
    async ({ app, context, site, quiet }) => {
      quiet.allow(/404|400|favicon/)
      const cid = await addSite(app, { 'index.html': APP['index.html'], 'a/b': 'x' })
      await app.goto(`${site.origin}/#/node/settings`)
      await isReady(app, 'ar')
      await app.locator('.look select').first().selectOption({ label: 'Deutsch' })
      await isReady(app, 'de')
      const page = await context.newPage()
      await page.goto(`${site.origin}/ipfs/no-cid`)
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      await page.goto(`${siteOrigin(site, cid)}/a/`)
      await expect(page.locator('.tools')).toContainText('Suchen')
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')

      // After the life of both workers, and for English, which has no texts to translate.
      await killWorkers(context, page)
      await page.goto(`${siteOrigin(site, cid)}/nowhere`)
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      await app.locator('.look select').first().selectOption({ label: 'English' })
      await isReady(app, 'en')
      await page.goto(`${site.origin}/ipfs/no-cid`)
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    }
  )

  ofSites.describe('at a host without own origins', () => {
    ofSites.use({ host: 'localhost' })

    ofSites('states in a note of its own direction what is off', async ({ app, context, site, quiet }) => {
      quiet.allow(/Blocked script execution|favicon\.ico/)
      const cid = await addSite(app, {
        'index.html': '<!doctype html><html dir="ltr" lang="en"><title>app</title><p>shown</p><script>1</script>'
      })
      const page = await context.newPage()
      await page.goto(`${site.origin}/ipfs/${cid}/`)
      const note = page.locator('[role=note]')
      await expect(note).toHaveAttribute('lang', 'ar')
      await expect(note).toHaveCSS('direction', 'rtl')
      await expect(note).toContainText('البرامج النصية: غير متاحة هنا')
      await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
    })
  })
})
