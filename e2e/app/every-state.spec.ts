import type { Page } from 'playwright'
import { fillNode, PAGE_STATES } from '../fixtures/page/page-states.ts'
import { isReady } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { violationsInThemes } from '../fixtures/page/violations.ts'

/** Sizes of windows. The last two are those of 200 % and 400 % zoom. */
const SIZES = { wide: [1440, 900], narrow: [390, 844], doubled: [720, 450], quadrupled: [320, 640] } as const

/** Everything that is not found in the network is an error in the console. */
const EXPECTED = /Failed to load resource|404|400|504|502/

test.describe('every state of the app and of the pages of the gateway', () => {
  test.slow()

  for (const size of ['wide', 'narrow'] as const) {
    test(`has no accessibility violations, ${size}`, async ({ page, site, quiet }) => {
      quiet.allow(EXPECTED)
      await setSize(page, size)
      await page.goto(site.origin)
      await isReady(page)
      const content = await fillNode(page, site.origin)

      for (const { name, open } of PAGE_STATES) {
        await open(page, content)

        for await (const { colorScheme, found } of violationsInThemes(page)) {
          expect.soft(found, `${name}, ${colorScheme}`).toEqual([])
        }
      }
    })
  }

  test('fits at 200 % and 400 % zoom, and does not move if motion is reduced', async ({ page, site, quiet }) => {
    quiet.allow(EXPECTED)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(site.origin)
    await isReady(page)
    const content = await fillNode(page, site.origin)

    for (const { name, open } of PAGE_STATES) {
      await setSize(page, 'doubled')
      await open(page, content)
      expect.soft(await moving(page), name).toEqual([])

      for (const size of ['doubled', 'quadrupled'] as const) {
        await setSize(page, size)
        expect.soft(await sideways(page), `${name}, ${size}`).toEqual([])
      }
    }
  })

  test('shows its controls and icons in forced colours', async ({ page, site, quiet }) => {
    quiet.allow(EXPECTED)
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
    await setSize(page, 'wide')
    await page.goto(site.origin)
    await isReady(page)
    const content = await fillNode(page, site.origin)

    for (const { name, open } of PAGE_STATES) {
      await open(page, content)
      expect.soft(await unseen(page), name).toEqual([])
    }
  })
})

async function setSize (page: Page, size: keyof typeof SIZES): Promise<void> {
  const [width, height] = SIZES[size]
  await page.setViewportSize({ width, height })
}

/** Returns the visible elements that make the page, or an open dialog, scroll sideways. */
async function sideways (page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const roots = [document.documentElement, ...document.querySelectorAll('dialog[open], main')]
    return roots.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map((root) => {
      const edge = root.getBoundingClientRect().left + root.clientWidth
      const wide = [...root.querySelectorAll('*')].find((one) => one.getBoundingClientRect().right > edge + 1)
      return `${root.localName}: ${wide?.outerHTML.slice(0, 120)}`
    })
  })
}

/** Returns the animations that run. */
async function moving (page: Page): Promise<string[]> {
  return await page.evaluate(() =>
    document.getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 1)
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120) ?? '')
  )
}

/** Returns the visible icons and texts of controls whose colour is that of their background. */
async function unseen (page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const background = (one: Element | null): string => {
      const colour = one == null ? 'rgb(0, 0, 0)' : getComputedStyle(one).backgroundColor
      return one != null && /^rgba\(.*, 0\)$|transparent/.test(colour) ? background(one.parentElement) : colour
    }
    return [...document.querySelectorAll<HTMLElement>('a, button, summary, label, .icon')]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter((one) => {
        const { color, stroke, maskImage, backgroundColor } = getComputedStyle(one)
        const shown = one.localName === 'svg' ? stroke : color
        return maskImage === 'none' ? shown === background(one) : backgroundColor === background(one.parentElement)
      })
      .map((one) => one.outerHTML.slice(0, 120))
  })
}
