import { chromiumArgs, chromiumPath } from './fixtures/chromium.ts'
import { expect, test } from './fixtures/dnslink-site.ts'
import { addSite, APP, appRuns } from './fixtures/own-site.ts'
import { killWorkers } from './fixtures/site.ts'

/** Deployments as people have them: by https, on hosts of their own. */
test.use({
  host: 'node.example.test',
  dnslinkHost: 'www.example.test',
  tls: true,
  ignoreHTTPSErrors: true,
  launchOptions: { executablePath: chromiumPath(), args: [...chromiumArgs('MAP *.example.test 127.0.0.1'), '--ignore-certificate-errors'] }
})

test('an app of a node runs on its own origin, and offline', async ({ app, context, site }) => {
  const cid = await addSite(app, APP)
  const page = await context.newPage()
  await page.goto(`${site.origin}/ipfs/${cid}/`)
  await appRuns(page)
  expect(page.url()).toBe(`https://${cid}.ipfs.node.example.test:${site.port}/`)
  await site.stop()
  await killWorkers(context, page)
  await page.reload()
  await appRuns(page)
})

test('a host shows what its DNSLink names, and offline', async ({ context, deployed }) => {
  await deployed.link(APP)
  const page = await context.newPage()
  await page.goto(`${deployed.origin}/app/route`)
  await appRuns(page)
  expect(page.url()).toMatch(/^https:\/\/www\.example\.test:\d+\/app\/route$/)
  await deployed.goAway()
  await killWorkers(context, page)
  await page.reload()
  await appRuns(page)
})
