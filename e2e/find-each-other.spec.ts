import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright'
import { startStaticServer } from '../scripts/static-server/static-server.mjs'
import { startRelay } from '../src/testing/relay.ts'
import { expect, rpc, test } from './fixtures/site.ts'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))
const MIB = 1024 * 1024

let relay: Awaited<ReturnType<typeof startRelay>>
let server: Awaited<ReturnType<typeof startStaticServer>>
let contexts: BrowserContext[]
let pages: Page[]

/** What `npm start -- --relay` serves, to two persons who know nothing of each other. */
test.beforeEach(async ({ browser }) => {
  relay = await startRelay()
  server = await startStaticServer({ root: DIST, port: 0, instead: { '/relay.json': async () => JSON.stringify({ relays: [relay.address], routers: [relay.router] }) } })
  contexts = [await browser.newContext(), await browser.newContext()]

  pages = await Promise.all(contexts.map(async (context) => {
    const page = await context.newPage()
    await page.goto(`http://node.localhost:${server.port}/`)
    await page.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith('swarm=on'))
    return page
  }))
})

test.afterEach(async () => {
  await Promise.all(contexts.map(async (context) => { await context.close() }))
  await Promise.all([server.close(), relay.stop()])
})

test('two browsers with a relay find each other by what they look for alone, and need it no more', async () => {
  const [near, far] = pages
  const added = await rpc(far, 'add?cid-version=1&quieter=true', { randomBytes: 3 * MIB })
  const { Hash: cid } = JSON.parse(added.text) as { Hash: string }

  const announced = async (): Promise<string[]> => {
    const { Providers } = await (await fetch(`${relay.router}/routing/v1/providers/${cid}`)).json() as { Providers: Array<{ Addrs: string[] }> }
    return Providers.flatMap(({ Addrs }) => Addrs)
  }

  await expect.poll(announced).toEqual(expect.arrayContaining([expect.stringContaining('/p2p-circuit/webrtc')]))
  expect(await bytesHere(near, cid)).toBe(3 * MIB)

  await relay.stop()
  const { Hash: next } = JSON.parse((await rpc(far, 'add?cid-version=1&quieter=true', { randomBytes: MIB })).text) as { Hash: string }
  expect(await bytesHere(near, next)).toBe(MIB)
  await relay.startAgain()
})

test('a name that one publishes is resolved by the other', async () => {
  const [near, far] = pages
  const { text } = await rpc(far, 'name/publish?arg=/ipfs/bafkqabtimvwgy3yk')
  expect(text).toContain('"Value":"/ipfs/bafkqabtimvwgy3yk"')
  const { Name } = JSON.parse(text) as { Name: string }
  expect((await rpc(near, `name/resolve?arg=${Name}&stream=false`)).text).toContain('/ipfs/bafkqabtimvwgy3yk')
})

async function bytesHere (page: Page, cid: string): Promise<number> {
  return await page.evaluate(async (cid) => (await (await fetch(`/ipfs/${cid}`)).arrayBuffer()).byteLength, cid)
}
