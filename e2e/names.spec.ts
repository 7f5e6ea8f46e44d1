import { keptRow, pick, region, visit } from './fixtures/page.ts'
import { expect, test } from './fixtures/quiet-installed.ts'
import { rpc } from './fixtures/site.ts'

/** A name with an invisible direction override: it would be displayed as `invoice` and `exe.jpg`. */
const LYING = 'invoice\u202egpj.exe'
const SHOWN = 'invoice[U+202E]gpj.exe'

test('shows a misleading file name safely everywhere', async ({ page, site }) => {
  await visit(page, site.origin)
  await pick(page, { name: LYING, text: 'no picture' })
  const row = keptRow(page, SHOWN)
  await expect(row).toBeVisible()
  await expect(page.locator('[aria-live=polite]').first()).toHaveText(`${SHOWN} is stored.`)
  await row.getByRole('button', { name: `Share ${SHOWN}…` }).click()
  await expect(page.getByRole('dialog', { name: `Share ${SHOWN}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: `Remove ${SHOWN}` }).click()
  await expect(region(page, 'Kept here')).toContainText(`“${SHOWN}” is no longer kept`)

  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await rpc(page, `files/write?create=true&arg=${encodeURIComponent(`/${LYING}`)}`, { text: 'no picture' })
  const entry = page.getByRole('row').filter({ hasText: SHOWN })
  await expect(entry).toBeVisible()
  await entry.click()
  await expect(page.getByRole('group', { name: `With ${SHOWN}` })).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText(`“${SHOWN}” is removed`).first()).toBeVisible()

  // No text, name or title contains an invisible character.
  expect(
    await page.evaluate(() =>
      [
        document.body.innerText,
        ...[...document.querySelectorAll('*')].flatMap((element) =>
          ['aria-label', 'title', 'alt'].map((name) => element.getAttribute(name) ?? '')
        )
      ].filter((text) => /[\u202a-\u202e]/.test(text))
    )
  ).toEqual([])
})
