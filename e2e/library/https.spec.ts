import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { launchOptions } from '../../scripts/browser/launch-options.mjs'
import { startRelay } from '../../scripts/serve/start-relay.mjs'
import { freePort } from '../../src/testing/http/free-port.ts'
import { json, openPeerApp, webRtcAddress } from '../fixtures/page/peer-app.ts'
import { expect, test } from '../fixtures/site/dnslink-site.ts'
import { addSite, APP, appRuns } from '../fixtures/site/own-site.ts'
import { killWorkers, rpc } from '../fixtures/site/site.ts'

/** Realistic deployments: https, with hosts of their own. */
test.use({
  host: 'node.example.test',
  dnslinkHost: 'www.example.test',
  tls: true,
  ignoreHTTPSErrors: true,
  launchOptions: launchOptions({ hosts: ['MAP *.example.test 127.0.0.1'], args: ['--ignore-certificate-errors'] })
})

// In one process: it has a browser of its own, and builds the site once.
test.describe.configure({ mode: 'default' })

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

test('a host shows the site of its DNSLink, also offline', async ({ context, deployed }) => {
  await deployed.link(APP)
  const page = await context.newPage()
  await page.goto(`${deployed.origin}/app/route`)
  await appRuns(page)
  expect(page.url()).toMatch(/^https:\/\/www\.example\.test:\d+\/app\/route$/)
  // Fetched blocks are written a moment later, without an event.
  await page.waitForTimeout(2000)
  await deployed.goAway()
  await killWorkers(context, page)
  await page.reload()
  await appRuns(page)
})

test(
  'two pages connect through a relay without a trusted certificate over WebRTC-direct',
  async ({ browser, site }) => {
    const relay = await startRelay(['--port', '0', '--http-port', '0', '--host', '127.0.0.1'])
    const direct = relay.relays.find((address) => address.includes('/webrtc-direct/'))
    const contexts = await Promise.all([1, 2].map(async () => await browser.newContext({ ignoreHTTPSErrors: true })))

    try {
      test.skip(direct == null, 'this system has no WebRTC in Node')
      const [near, far] = await Promise.all(contexts.map(async (context) => await context.newPage()))
      await Promise.all([near, far].map(async (page) => {
        await openPeerApp(page, site.origin, [direct ?? ''])
      }))
      await webRtcAddress(far)
      const address = (await json<{ Addresses: string[] }>(far, 'id')).Addresses.find((address) =>
        address.startsWith(`${direct}/p2p-circuit/webrtc/`)
      ) ?? ''
      expect(await json(near, `swarm/connect?arg=${encodeURIComponent(address)}`)).toMatchObject({
        Strings: [expect.stringContaining('success')]
      })
      relay.stop()
      await relay.ended
      const { Hash } = JSON.parse((await rpc(far, 'add?cid-version=1', { text: 'from far' })).text) as { Hash: string }
      expect((await rpc(near, `cat?arg=${Hash}`)).text).toBe('from far')
    } finally {
      relay.stop()
      await Promise.all([
        ...contexts.map(async (context) => {
          await context.close()
        }),
        relay.ended
      ])
    }
  }
)

test('renews the reservation at a WebRTC-direct relay after it was restarted', async ({ browser, site }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'swipfs-relay-'))
  const args = [
    '--port',
    String(await freePort()),
    '--http-port',
    '0',
    '--host',
    '127.0.0.1',
    '--identity',
    path.join(folder, 'identity')
  ]
  let relay = await startRelay(args)
  const direct = relay.relays.find((address) => address.includes('/webrtc-direct/'))
  const context = await browser.newContext({ ignoreHTTPSErrors: true })

  try {
    test.skip(direct == null, 'this system has no WebRTC in Node')
    const page = await context.newPage()
    const places = async (): Promise<unknown> =>
      (await json<{ Strings: string[] | null }>(page, 'swarm/addrs/listen')).Strings ?? []
    await openPeerApp(page, site.origin, [direct ?? ''])
    await expect.poll(places).not.toEqual([])
    relay.stop()
    await relay.ended
    await expect.poll(places, { timeout: 60_000 }).toEqual([])
    relay = await startRelay(args)
    await expect.poll(places, { timeout: 60_000 }).not.toEqual([])
  } finally {
    relay.stop()
    await Promise.all([context.close(), relay.ended])
    await rm(folder, { recursive: true })
  }
})
