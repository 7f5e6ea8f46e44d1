import { chooseNew, fileRow, HELLO, openSection, pick, region, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { violations } from '../fixtures/page/violations.ts'

test('developer mode is off at first, applies to all tabs, and is remembered', async ({ page, context, site }) => {
  await visit(page, site.origin)
  await pick(page, HELLO)
  await expect(fileRow(page, HELLO.name)).toBeVisible()
  const codes = page.getByRole('link', { name: /^In the console/ })
  const cid = fileRow(page, HELLO.name).locator('.cid')
  await expect(page.getByText('Added “hello.txt” to “Files”.').first()).toBeVisible()
  await expect(codes).toHaveCount(0)
  await expect(cid).toHaveCount(0)
  await openSection(page, '#/node/storage')
  await expect(region(page, 'Storage')).not.toContainText(/\d blocks?/)
  // The tools of developers are there for everyone.
  const rail = page.getByRole('navigation', { name: 'Sections' })
  for (const section of ['Explore', 'Console', 'Settings']) {
    await expect(rail.getByRole('link', { name: section, exact: true })).toBeVisible()
  }
  await openSection(page, '#/')

  const other = await context.newPage()
  await visit(other, `${site.origin}/#/node/settings`)
  const developer = other.getByRole('switch', { name: 'Developer mode' })
  await expect(developer).not.toBeChecked()
  await developer.focus()
  await other.keyboard.press('Space')
  await expect(developer).toBeChecked()
  expect(await violations(other)).toEqual([])

  await expect(cid).toContainText(HELLO.cid)
  await chooseNew(page, 'New folder')
  await page.getByLabel('Name of the new folder').fill('made')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'In the console: ipfs files mkdir /made' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await openSection(page, '#/node/storage')
  await expect(region(page, 'Storage')).toContainText(/\d blocks?/)
  await page.reload()
  await expect(region(page, 'Storage')).toContainText(/\d blocks?/)

  await developer.click()
  await expect(region(page, 'Storage')).not.toContainText(/\d blocks?/)
})
