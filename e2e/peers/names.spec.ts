import { cidOf, fileRow, openSection, pick, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { rpc } from '../fixtures/site/site.ts'

/** A name with an invisible direction override: it would be displayed as `invoice` and `exe.jpg`. */
const LYING = 'invoice\u202egpj.exe'
const SHOWN = 'invoice[U+202E]gpj.exe'

test('shows a misleading file name safely everywhere', async ({ page, site }) => {
  await visit(page, site.origin)
  await pick(page, { name: LYING, text: 'no picture' })
  const row = fileRow(page, SHOWN)
  await expect(row).toBeVisible()
  await expect(page.locator('[aria-live=polite]').first()).toHaveText(`Added “${SHOWN}” to “Files”.`)
  await row.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  await expect(page.getByRole('dialog', { name: `Share ${SHOWN}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await rpc(page, `pin/add?arg=/ipfs/${await cidOf(page, `/${LYING}`)}&name=${encodeURIComponent(LYING)}`)
  await openSection(page, '#/pinned')
  await row.click()
  await page.getByRole('group', { name: `Actions for ${SHOWN}` }).getByRole('button', { name: 'Unpin' }).click()
  await expect(page.getByText(`Unpinned “${SHOWN}”`).first()).toBeVisible()

  await page.getByRole('link', { name: 'Files', exact: true }).click()
  await row.click()
  await expect(page.getByRole('group', { name: `Actions for ${SHOWN}` })).toBeVisible()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText(`Deleted “${SHOWN}”`).first()).toBeVisible()

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
