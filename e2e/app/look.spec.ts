import type { Page } from 'playwright'
import { act, fileRow, HELLO, openSection, pick, showDeveloperDetails, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { test as onAPhone } from '../fixtures/page/quiet.ts'
import { violations } from '../fixtures/page/violations.ts'

const LIGHT = 'rgb(244, 242, 236)'
const DARK = 'rgb(18, 24, 26)'

test('applies the selected theme in all tabs before the first paint', async ({ page, context, site }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await visit(page, `${site.origin}/#/node/settings`)
  expect(await look(page)).toEqual({ paper: LIGHT, scheme: 'light dark', bar: LIGHT })
  const other = await context.newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await visit(other, `${site.origin}/#/node/settings`)

  const theme = page.getByRole('combobox', { name: 'Theme' })
  await theme.focus()
  await page.keyboard.press('End')
  await expect(theme).toHaveValue('dark')
  expect(await look(page)).toEqual({ paper: DARK, scheme: 'dark', bar: DARK })
  await expect(other.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark')
  expect(await look(other)).toEqual({ paper: DARK, scheme: 'dark', bar: DARK })

  await page.addInitScript(() => {
    // Observes which is first: the theme, or a body that could be drawn without it.
    new MutationObserver((_, observer) => {
      if (document.documentElement?.dataset.theme == null && document.body == null) {
        return
      }
      observer.disconnect()
      Object.assign(window, { wasDrawable: document.body != null })
    }).observe(document, { childList: true, subtree: true, attributes: true })
  })
  await page.reload()
  expect(await page.evaluate(() => (window as unknown as { wasDrawable?: boolean }).wasDrawable)).toBe(false)
  expect(await look(page)).toEqual({ paper: DARK, scheme: 'dark', bar: DARK })

  // A dark system with a light choice, and then the system default.
  await page.emulateMedia({ colorScheme: 'dark' })
  await theme.selectOption('Light')
  expect(await look(page)).toEqual({ paper: LIGHT, scheme: 'light', bar: LIGHT })
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map(({ finished }) => finished))
  })
  expect(await violations(page)).toEqual([])
  await theme.selectOption('System')
  expect(await look(page)).toEqual({ paper: DARK, scheme: 'light dark', bar: DARK })
})

test('shows storage, node state and selection in forced-colours mode', async ({ page, site }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await visit(page, site.origin)
  await pick(page, HELLO)
  await fileRow(page, HELLO.name).getByRole('checkbox').check()
  const line = async (selector: string, side: 'borderTopStyle' | 'outlineStyle'): Promise<string> =>
    await page.locator(selector).first().evaluate((element, side) => getComputedStyle(element)[side], side)
  expect(await line('.item-row[aria-selected=true]', 'outlineStyle')).toBe('solid')
  await openSection(page, '#/node/storage')
  await expect(page.locator('meter')).toBeVisible()
  expect(await line('meter', 'borderTopStyle')).toBe('solid')
  const [dot, around] = await page.locator('.pill').evaluate((pill) =>
    [pill.firstElementChild!, pill].map((element) => getComputedStyle(element).backgroundColor)
  )
  expect(dot).not.toBe(around)
})

onAPhone.describe('on a phone', () => {
  onAPhone.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  onAPhone('the sections are at the bottom, for a thumb, and in the way of nothing', async ({ page, site }) => {
    await visit(page, site.origin)
    const sections = page.getByRole('navigation', { name: 'Sections' })
    const bar = await box(page, 'nav.rail')
    expect(bar).toMatchObject({ x: 0, width: 320 })
    expect(bar.y + bar.height).toBe(640)

    for (const name of ['Recent', 'Shared', 'Pinned', 'Bin', 'Peers', 'Explore', 'Console', 'Settings', 'Files']) {
      const link = sections.getByRole('link', { name, exact: true })
      if (!await link.isVisible()) {
        await sections.getByRole('button', { name: 'Node' }).tap()
      }
      const { width, height } = (await link.boundingBox())!
      expect(Math.min(width, height), name).toBeGreaterThanOrEqual(44)
      await link.tap()
      await expect(sections.locator('[aria-current=page]')).toHaveText(name)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320)
    }

    // The focused element is never covered by it.
    await pick(page, HELLO, ...Array.from({ length: 5 }, (_, i) => ({ name: `${i}.txt`, text: `${i}` })))
    await expect(fileRow(page, HELLO.name)).toBeVisible()
    await page.getByRole('button', { name: 'Search' }).focus()

    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      const covered = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement
        const bar = document.querySelector('nav.rail')!
        const { bottom } = focused.getBoundingClientRect()
        return focused !== document.body && !bar.contains(focused) && bottom > bar.getBoundingClientRect().top
          ? focused.outerHTML
          : undefined
      })
      expect(covered).toBeUndefined()
    }

    // The end of the page is fully visible.
    await page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight)
    })
    await openSection(page, '#/node/settings')
    await page.locator('.look').last().scrollIntoViewIfNeeded()
    const theme = await box(page, '.look:last-child select')
    expect(theme.y + theme.height).toBeLessThanOrEqual(bar.y)
    expect(theme.height).toBeGreaterThanOrEqual(44)

    await openSection(page, '#/')
    await act(page, HELLO.name, 'Share…')
    const sheet = page.getByRole('dialog', { name: 'Share hello.txt' })
    await expect(sheet).toBeVisible()
    expect(await page.evaluate(() => document.elementFromPoint(20, 630)?.closest('nav')), 'a dialog is above it')
      .toBeNull()
  })

  onAPhone('a command stays beside the button whose it is', async ({ page, site }) => {
    await visit(page, site.origin)
    await showDeveloperDetails(page)
    await pick(page, ...Array.from({ length: 4 }, (_, i) => ({ name: `${i}.txt`, text: `${i}` })))
    await expect(fileRow(page, '3.txt')).toBeVisible()
    await openSection(page, '#/pinned')
    expect(await fallen(page, 'Verify all')).toBe(false)
    await page.goto(`${site.origin}/#/node/keys`)
    for (const button of ['Create key', 'Import key…', 'Resolve']) {
      expect(await fallen(page, button), button).toBe(false)
    }
  })
})

/** Returns whether the console link is below its button. */
async function fallen (page: Page, button: string): Promise<boolean> {
  const [above, below] = await Promise.all(
    [page.getByRole('button', { name: button, exact: true }), page.locator(`button:text-is("${button}") + .code-link`)]
      .map(async (place) => (await place.last().boundingBox())!)
  )
  return below.y >= above.y + above.height
}

/** Returns the page's background, colour scheme, and the colour of the browser's toolbar. */
async function look (page: Page): Promise<{ paper: string; scheme: string; bar: string | undefined }> {
  return await page.evaluate(() => {
    const meta = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].find(({ media }) =>
      matchMedia(media).matches
    )
    const probe = document.createElement('i')
    probe.style.color = meta?.content ?? ''
    document.body.append(probe)
    const bar = getComputedStyle(probe).color
    probe.remove()
    return {
      paper: getComputedStyle(document.body).backgroundColor,
      scheme: getComputedStyle(document.documentElement).colorScheme,
      bar
    }
  })
}

async function box (page: Page, selector: string): Promise<{ x: number; y: number; width: number; height: number }> {
  return (await page.locator(selector).boundingBox())!
}
