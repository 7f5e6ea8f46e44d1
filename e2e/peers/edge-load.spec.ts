import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { hasEngine } from '../../edge/testing/has-engine.ts'
import { killEdge, serveEdge, TOKEN } from '../../edge/testing/served-edge.ts'
import { expect, rpc, test } from '../fixtures/site/site.ts'

const CORS = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' }
const DAY_MS = 86_400_000

/** Starts a pinning service without pins, with the load of ten days. */
async function startService (load: object | undefined): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const isLoad = request.url?.endsWith('/swipfs/load') === true
    const answer = isLoad ? load : { count: 0, results: [] }
    response.writeHead(answer == null && request.method !== 'OPTIONS' ? 404 : 200, CORS).end(JSON.stringify(answer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/psa`, server }
}

async function openLoad (page: Page, name: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/#/node/settings`)
  const item = page.getByRole('region', { name: 'Home node' }).getByRole('listitem').filter({ hasText: name })
  await item.getByText('Load and costs').click()
}

test('the app shows the load of a home node on the edge', async ({ app }) => {
  test.skip(!hasEngine(), 'workerd has no build for this platform')
  const state = await mkdtemp(join(tmpdir(), 'swipfs-edge-load-'))
  const edge = await serveEdge(state, '--token', TOKEN, '--psa-token', 'pin-token', '--config', '{"Bootstrap": []}')

  try {
    for (let n = 0; n < 3; n++) {
      await (await fetch(`${edge.url}/ipfs/bafkqabtimvwgy3yk`)).arrayBuffer()
    }
    await rpc(app, `pin/remote/service/add?arg=edge&arg=${edge.url}/psa&arg=pin-token`)
    await openLoad(app, 'edge')
    const home = app.getByRole('region', { name: 'Home node' })
    await expect(home.getByText('Load since')).toBeVisible()
    await expect(home.locator('dt', { hasText: 'Requests a day' })).toBeVisible()
    await expect(home.getByText('Costs are estimated after an hour.')).toBeVisible()
  } finally {
    await killEdge(edge)
    await rm(state, { recursive: true, force: true })
  }
})

test('the app estimates the costs of a home node, and says if a service has no load', async ({ app }) => {
  const { url, server } = await startService({
    Since: new Date(Date.now() - 10 * DAY_MS).toISOString(),
    Answers: { 'file cache 2xx': 90e6, 'file front 2xx': 9e6, 'file node 2xx': 1e6 },
    Limited: 1234,
    Blocked: 56,
    Bytes: 6e12,
    ObjectCalls: 1e6,
    BucketReads: 12e6,
    StoredBlocks: 1e6,
    StoredBytes: 100e9
  })
  const other = await startService(undefined)

  try {
    await rpc(app, `pin/remote/service/add?arg=edge&arg=${url}&arg=pin-token`)
    await rpc(app, `pin/remote/service/add?arg=other&arg=${other.url}&arg=pin-token`)
    await openLoad(app, 'edge')
    const home = app.getByRole('region', { name: 'Home node' })
    await expect(home.getByText('Estimated costs a month')).toBeVisible()
    // Some seconds have passed since the service started.
    await expect(home.locator('dd', { hasText: /^(9,99\d|10,000),\d{3}$/ })).toBeVisible()
    await expect(home.getByText('90%')).toBeVisible()
    await expect(home.locator('strong')).toHaveText(/^\$1\d\d\.\d\d$/)
    await openLoad(app, 'other')
    await expect(home.getByText('This service shows no load. Home nodes on the edge do.')).toBeVisible()
  } finally {
    server.close()
    other.server.close()
  }
})
