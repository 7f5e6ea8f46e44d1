import { test } from '../fixtures/page/quiet.ts'
import { addSite, APP, removeHome, siteOrigin } from '../fixtures/site/own-site.ts'
import { expect, killWorkers } from '../fixtures/site/site.ts'

test.describe('in an Arabic browser', () => {
  test.use({ locale: 'ar' })

  test('shows pages of a site in the language of the browser, offline too', async ({ app, context, site, quiet }) => {
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
  })

  test.describe('at a host without own origins', () => {
    test.use({ host: 'localhost' })

    test('states in a note of its own direction what is off', async ({ app, context, site, quiet }) => {
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
