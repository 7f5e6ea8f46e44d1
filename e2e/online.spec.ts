import type { Page } from 'playwright'
import { startSwarmNode } from '../src/testing/swarm-node.ts'
import { isReady, region, visit } from './fixtures/page.ts'
import { expect, test } from './fixtures/quiet.ts'
import { killWorkers, rpc } from './fixtures/site.ts'

const MISSING = 'bafkreiemqpndzewx4bioklzfvhtiegsfny5fxuc3nkjk2vmcpjxiammsti'

/** A user with default settings. Only this machine is reachable. */
test.use({ peer: true })

let peer: Awaited<ReturnType<typeof startSwarmNode>>

test.beforeEach(async () => {
  peer = await startSwarmNode()
})
test.afterEach(async () => {
  await peer.node.stop()
})

const ws = (): string => peer.addresses.find((address) => address.includes('/ws/')) ?? ''

async function connectTo (page: Page, address: string): Promise<void> {
  await page.evaluate(() => {
    location.hash = '#/node/peers'
  })
  const card = region(page, 'Peers')
  await card.getByLabel('Connect to').fill(address)
  await card.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(card.getByRole('row').filter({ hasText: 'WebSocket, outgoing' })).toBeVisible()
}

test(
  'connects to peers by itself, lists contacted hosts, and goes offline and online by one switch in all tabs',
  async ({ page, context, site, quiet }) => {
    await visit(page, `${site.origin}/#/node/peers`)
    const card = region(page, 'This browser')
    await expect(card).toContainText(
      'IPFS peers, starting with bootstrap.libp2p.io, va1.bootstrap.libp2p.io; looks up missing content at ' +
        'cid.contact, delegated-ipfs.dev, trustless-gateway.link'
    )
    await expect(region(page, 'Peers')).toContainText('Others can’t connect to you yet')
    await connectTo(page, ws())
    const other = await context.newPage()
    await visit(other, `${site.origin}/#/node/peers`)
    await expect(region(other, 'Peers')).toContainText('1 connection')
    // The header shows it in every section, and links there.
    await other.getByRole('link', { name: 'Files', exact: true }).click()
    const pill = other.locator('header').getByRole('link', { name: 'Node: Ready' })
    await expect(pill).toHaveText('Node: Ready 1 peer')

    await card.getByRole('button', { name: 'Go offline' }).click()
    await expect(card).toContainText('None: you are offline')
    await expect.poll(() => peer.node.swarm?.opened?.connections()).toEqual([])
    await expect(pill).toHaveText('Node: Ready Offline')
    await pill.click()
    await expect(other.getByRole('heading', { name: 'Peers' })).toBeVisible()
    await expect(region(other, 'This browser')).toContainText('None: you are offline')
    await expect(region(page, 'Peers')).toContainText('This node has no peers')
    await expect(region(other, 'Peers')).toContainText('This node has no peers')
    expect(quiet.seen()).toEqual([])
    quiet.allow(/500/)
    expect((await rpc(page, `swarm/connect?arg=${ws()}`)).text).toContain('must be run in online mode')
    expect((await rpc(page, `cat?arg=${MISSING}`)).text).toContain('block was not found locally (offline)')

    // The setting is persistent.
    await killWorkers(context, page)
    await page.reload()
    await isReady(page)
    await expect(card).toContainText('None: you are offline')
    expect((await rpc(page, `cat?arg=${MISSING}`)).text).toContain('block was not found locally (offline)')

    await region(other, 'This browser').getByRole('button', { name: 'Go online' }).click()
    await expect(card).toContainText('bootstrap.libp2p.io')
    await connectTo(page, ws())
    expect(peer.node.swarm?.opened?.connections()).toHaveLength(1)
  }
)

test('selects the contacted hosts on the page', async ({ page, site }) => {
  await visit(page, site.origin)
  await page.getByRole('link', { name: 'Peers', exact: true }).click()
  const card = region(page, 'Peers')
  await card.getByText('Network sources').click()
  await expect(card.getByLabel('Bootstrap peers')).toHaveValue('auto')
  await card.getByLabel('Bootstrap peers').fill(ws())
  await card.getByRole('button', { name: 'Save' }).first().click()
  await card.getByRole('textbox', { name: 'Routers' }).fill('')
  await card.getByRole('button', { name: 'Save' }).nth(1).click()
  await expect(card).toContainText('starting with 127.0.0.1; looks up missing content at trustless-gateway.link')
  expect((await rpc(page, 'config?arg=Routing.DelegatedRouters')).text).toContain('"Value":[]')
  // It connects by itself.
  await killWorkers(page.context(), page)
  await page.reload()
  await expect.poll(() => peer.node.swarm?.opened?.connections().length).toBe(1)
})

test.describe('a place that says so', () => {
  test.use({ peer: false })

  test('has nodes that are no peers', async ({ page, site }) => {
    await visit(page, `${site.origin}/#/node/peers`)
    await expect(region(page, 'This browser')).toContainText(
      'Missing content: cid.contact, delegated-ipfs.dev, trustless-gateway.link'
    )
    await expect(region(page, 'Peers')).toContainText('This node has no peers')
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/sw\.js$/)
  })
})
