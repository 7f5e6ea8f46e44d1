import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { tsImport } from 'tsx/esm/api'

/** Sizes of windows. The last two are those of 200 % and 400 % zoom. */
const SIZES = [[1440, 900], [1024, 768], [390, 844], [720, 450], [320, 640]]

const LOOKS = [
  { locale: 'en-GB', colorScheme: 'light', sizes: SIZES },
  { locale: 'en-GB', colorScheme: 'dark', sizes: SIZES.slice(0, 3) },
  { locale: 'ar', colorScheme: 'light', sizes: SIZES.slice(0, 3) },
  { locale: 'de-DE', colorScheme: 'light', sizes: SIZES.slice(2, 3) },
  { locale: 'en-GB', colorScheme: 'dark', forcedColors: 'active', sizes: SIZES.slice(0, 1) }
]

/**
 * Takes a picture of every state of the app and of the gateway's pages, in each look and size.
 *
 * @param {import('playwright').Browser} browser
 * @param {string} origin of the built site
 * @param {string} folder where the pictures are written
 * @param {RegExp} only names of the states
 */
export async function takeSectionPictures (browser, origin, folder, only) {
  const { fillNode, PAGE_STATES } = await tsImport('../../../e2e/fixtures/page/page-states.ts', import.meta.url)

  for (const { locale, colorScheme, forcedColors = 'none', sizes } of LOOKS) {
    const context = await browser.newContext({ locale, colorScheme, forcedColors, reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    // The compiler of the states names functions by it.
    await page.addInitScript('globalThis.__name ??= (named) => named')
    await page.goto(`${origin}/`)
    await page.waitForFunction(() => navigator.serviceWorker.controller != null)
    const content = await fillNode(page, origin)

    for (const { name, open } of PAGE_STATES.filter(({ name }) => only.test(name))) {
      let isOpen = false

      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height })
        const look = [locale.slice(0, 2), colorScheme, ...forcedColors === 'active' ? ['forced'] : [], width].join('-')
        const place = path.join(folder, name, `${look}.png`)
        await mkdir(path.dirname(place), { recursive: true })
        try {
          // A menu closes when the window changes its size.
          if (!isOpen || name.endsWith('menu')) {
            await open(page, content)
            isOpen = true
          }
          await page.waitForTimeout(300)
          await page.screenshot({ path: place })
        } catch (err) {
          console.error(`${name}, ${look}: ${err.message.split('\n')[0]}`)
        }
      }
    }

    await context.close()
  }
}
