import { heldAnswers } from '../../src/testing/http/http-fixtures.ts'
import { expect, test } from '../fixtures/site/dnslink-site.ts'
import { APP, appRuns, fetched, ICON } from '../fixtures/site/own-site.ts'
import { killWorkers } from '../fixtures/site/site.ts'
import { updateWorker } from '../fixtures/site/update-worker.ts'

// In one process, so that the site is built once.
test.describe.configure({ mode: 'default' })

const page = (text: string): Record<string, string> => ({
  'index.html': `<!doctype html>${ICON}<title>v</title><p id=v>…</p>` +
    `<script>document.getElementById('v').textContent = '${text}'</script>`
})

test(
  'a host shows the site of its DNSLink with scripts, routes and 404 page, and visited pages offline',
  async ({ context, deployed, quiet }) => {
    await deployed.link(APP)
    const page = await context.newPage()
    await page.goto(`${deployed.origin}/`)
    await appRuns(page)
    await page.goto(`${deployed.origin}/app/some/route`)
    await appRuns(page)
    await expect(page.locator('#route')).toHaveText('/app/some/route')
    quiet.allow(/404|405|ERR_CONNECTION_REFUSED/)
    await page.goto(`${deployed.origin}/nowhere`)
    await expect(page.locator('body > p')).toHaveText('nothing of this name')
    expect(await fetched(page, '/data/x.json')).toBe('200 {"x":"from a file"}')
    expect(await fetched(page, '/api/v0/id', { method: 'POST' })).toMatch(/^405/)
    expect(deployed.dns.asked.every((asked) => asked === `message _dnslink.${deployed.host}`)).toBe(true)

    await deployed.goAway()
    await killWorkers(context, page)
    await page.goto(`${deployed.origin}/`)
    await appRuns(page)
    await page.goto(`${deployed.origin}/app/another/route`)
    await appRuns(page)
    expect(await fetched(page, '/late.txt')).toMatch(new RegExp(`^404 .*${deployed.gateway.url}`))
  }
)

test('shows updated content of the name at the next visit', async ({ context, deployed }) => {
  await deployed.link(page('one'))
  const tab = await context.newPage()
  await tab.goto(deployed.origin)
  await expect(tab.locator('#v')).toHaveText('one')
  await deployed.link(page('two'))
  await tab.reload()
  await expect(tab.locator('#v')).toHaveText('two')
  await killWorkers(context, tab)
  await deployed.link(page('three'))
  await tab.reload()
  await expect(tab.locator('#v')).toHaveText('three')
})

test(
  'a host linked to a key shows the target of its newest record, never of an older one, and visited pages offline',
  async ({ context, deployed }) => {
    await deployed.publish(page('one'), 1n)
    const tab = await context.newPage()
    await tab.goto(deployed.origin)
    await expect(tab.locator('#v')).toHaveText('one')
    await deployed.publish(page('two'), 2n)
    await tab.reload()
    await expect(tab.locator('#v')).toHaveText('two')

    await deployed.publish(page('one'), 1n)
    const asked = deployed.router.asked.length
    await killWorkers(context, tab)
    await tab.reload()
    await expect(tab.locator('#v')).toHaveText('two')
    expect(deployed.router.asked.length).toBeGreaterThan(asked)

    await deployed.goAway()
    await killWorkers(context, tab)
    await tab.reload()
    await expect(tab.locator('#v')).toHaveText('two')
  }
)

test('reports a host without a DNSLink', async ({ context, deployed, quiet }) => {
  quiet.allow(/404/)
  const tab = await context.newPage()
  await tab.goto(deployed.origin)
  await expect(tab.locator('h1')).toHaveText('404 Not Found')
  await expect(tab.locator('.facts')).toContainText('This domain has no DNSLink')
})

test('shows the contacted sources while the first page loads, and then the page', async ({ context, deployed }) => {
  const { meddle, open } = heldAnswers()
  deployed.meddle(meddle)
  await deployed.link(page('it is here'))
  const tab = await context.newPage()
  await tab.goto(deployed.origin, { waitUntil: 'commit' })
  await expect(tab.locator('.state:last-of-type')).toContainText(deployed.gateway.url)
  open()
  await expect(tab.locator('#v')).toHaveText('it is here')
})

test(
  'a new version of the worker takes over an open site without repeating requests',
  async ({ context, deployed }) => {
    await deployed.link(APP)
    const tab = await context.newPage()
    await tab.goto(deployed.origin)
    await appRuns(tab)
    const asked = deployed.gateway.asked.length

    await deployed.release()
    await updateWorker(tab)
    expect(await fetched(tab, '/data/x.json')).toBe('200 {"x":"from a file"}')
    await tab.reload()
    await appRuns(tab)
    expect(deployed.gateway.asked.slice(asked)).toEqual([])
  }
)
