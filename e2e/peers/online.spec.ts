import type { Page } from 'playwright'
import { startSwarmNode } from '../../src/testing/peers/swarm-node.ts'
import { isReady, openSection, region, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet.ts'
import { killWorkers, rpc } from '../fixtures/site/site.ts'

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
    await visit(page, `${site.origin}/#/node/settings`)
    const network = region(page, 'Network')
    await expect(network).toContainText('bootstrap.libp2p.io')
    await expect(network).toContainText('cid.contact, delegated-ipfs.dev, trustless-gateway.link')
    await openSection(page, '#/node/peers')
    await expect(region(page, 'Peers')).toContainText('Others can’t download from this browser yet')
    await connectTo(page, ws())
    await openSection(page, '#/node/settings')
    const other = await context.newPage()
    await visit(other, `${site.origin}/#/node/peers`)
    await expect(region(other, 'Peers')).toContainText('1 connection')
    // The header shows it in every section, with details in a panel.
    await other.getByRole('link', { name: 'Files', exact: true }).click()
    const pill = other.locator('header .pill')
    await expect(pill.locator('.pill-text')).toHaveText('Online · receiving only')

    await network.getByRole('switch', { name: 'Use the network' }).click()
    await expect(network).toContainText('The network is switched off.')
    await expect.poll(() => peer.node.swarm?.opened?.connections()).toEqual([])
    await expect(pill.locator('.pill-text')).toHaveText('Offline – everything here still works')
    await pill.click()
    await expect(region(other, 'Offline')).toContainText('The network is switched off.')
    await openSection(other, '#/node/peers')
    await expect(region(other, 'Peers')).toContainText('The network is switched off.')
    expect(quiet.seen()).toEqual([])
    quiet.allow(/500/)
    expect((await rpc(page, `swarm/connect?arg=${ws()}`)).text).toContain('must be run in online mode')
    expect((await rpc(page, `cat?arg=${MISSING}`)).text).toContain('block was not found locally (offline)')

    // The setting is persistent.
    await killWorkers(context, page)
    await page.reload()
    await isReady(page)
    await expect(network).toContainText('The network is switched off.')
    expect((await rpc(page, `cat?arg=${MISSING}`)).text).toContain('block was not found locally (offline)')

    await pill.click()
    await other.getByRole('button', { name: 'Go online' }).click()
    await expect(network).toContainText('bootstrap.libp2p.io')
    await connectTo(page, ws())
    expect(peer.node.swarm?.opened?.connections()).toHaveLength(1)
  }
)

test('selects the contacted hosts on the page', async ({ page, site }) => {
  await visit(page, site.origin)
  await openSection(page, '#/node/settings')
  const card = region(page, 'Network')
  await card.getByText('Network sources').click()
  await expect(card.getByLabel('Bootstrap peers')).toHaveValue('auto')
  await card.getByLabel('Bootstrap peers').fill(ws())
  await card.getByRole('button', { name: 'Save' }).first().click()
  await card.getByRole('textbox', { name: 'Routers' }).fill('')
  await card.getByRole('button', { name: 'Save' }).nth(1).click()
  await expect(card).toContainText('Contacts 127.0.0.1, trustless-gateway.link')
  expect((await rpc(page, 'config?arg=Routing.DelegatedRouters')).text).toContain('"Value":[]')
  // It connects by itself.
  await killWorkers(page.context(), page)
  await page.reload()
  await expect.poll(() => peer.node.swarm?.opened?.connections().length).toBe(1)
})

test.describe('a server whose host has no peers', () => {
  test.use({ peer: false })

  test('starts nodes without peers', async ({ page, site }) => {
    await visit(page, `${site.origin}/#/node/settings`)
    await expect(region(page, 'Network')).toContainText(
      'Contacts cid.contact, delegated-ipfs.dev, trustless-gateway.link'
    )
    await openSection(page, '#/node/peers')
    await expect(region(page, 'Peers')).toContainText('This node has no peers')
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toMatch(/\/sw\.js$/)
  })
})
