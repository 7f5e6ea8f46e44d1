import type { Locator, Page } from 'playwright'
import { isReady } from '../../fixtures/page/page.ts'
import { test as base } from '../../fixtures/page/quiet-installed.ts'
import { rpc } from '../../fixtures/site/site.ts'

export { expect } from '../../fixtures/page/quiet-installed.ts'

/** Tests that start in the empty list of Files. */
export const test = base.extend<{ opened: void }>({
  opened: [async ({ page, site }, use) => {
    await page.goto(`${site.origin}/#/files`)
    await isReady(page)
    await use()
  }, { auto: true }]
})

/** Returns the displayed list. */
export function grid (page: Page): Locator {
  return page.getByRole('grid')
}

/** Returns the bar with the actions of the selected items. */
export function actionBar (page: Page, name: string): Locator {
  return page.getByRole('group', { name, exact: true })
}

/** Returns the entries of a folder that the node itself lists. */
export async function nodeEntries (page: Page, path = '/'): Promise<string[]> {
  const { Entries } = JSON.parse((await rpc(page, `files/ls?arg=${encodeURIComponent(path)}`)).text) as {
    Entries: Array<{ Name: string }> | null
  }
  return Entries?.map(({ Name }) => Name) ?? []
}

/** Writes files with a text of their own to these paths of Files. */
export async function writeFiles (page: Page, ...paths: string[]): Promise<void> {
  await page.evaluate(async (paths) => {
    for (const path of paths) {
      const body = new FormData()
      body.append('data', new Blob([`this is ${path}`]))
      const query = new URLSearchParams({ arg: path, create: 'true', parents: 'true' })
      const { ok } = await fetch(`/api/v0/files/write?${query}`, { method: 'POST', body })
      if (!ok) {
        throw new Error(path)
      }
    }
  }, paths)
}
