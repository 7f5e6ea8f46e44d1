import type { Locator, Page } from 'playwright'
import { startRelay } from '../../src/testing/peers/relay.ts'
import { act, showDeveloperDetails } from '../fixtures/page/page.ts'
import { twoPersons } from '../fixtures/page/two-persons.ts'
import type { TwoPersons } from '../fixtures/page/two-persons.ts'
import { violations } from '../fixtures/page/violations.ts'
import { expect, killWorkers, rpc, test } from '../fixtures/site/site.ts'

const MIB = 1024 * 1024

let relay: Awaited<ReturnType<typeof startRelay>>
let persons: TwoPersons

/** The relay that `npm start -- --relay` starts. */
test.beforeEach(async ({ browser }) => {
  relay = await startRelay()
  let file = ''
  persons = await twoPersons(
    browser,
    async () => file = await fetch(`${relay.router}/relay.json`).then(async (answer) => await answer.text(), () => file)
  )
})

test.afterEach(async () => {
  await Promise.all([persons.close(), relay.stop()])
})

/** Returns the providers of a content that the router knows. */
async function announced (cid: string): Promise<string[]> {
  const { Providers } = await (await fetch(`${relay.router}/routing/v1/providers/${cid}`)).json() as {
    Providers: Array<{ Addrs: string[] }> | null
  }
  return Providers?.flatMap(({ Addrs }) => Addrs) ?? []
}

test('two browsers with a relay find each other by content alone, and then no longer need it', async () => {
  const [near, far] = persons.pages
  const added = await rpc(far, 'add?cid-version=1&quieter=true', { randomBytes: 3 * MIB })
  const { Hash: cid } = JSON.parse(added.text) as { Hash: string }

  await expect.poll(async () => await announced(cid)).toEqual(
    expect.arrayContaining([expect.stringContaining('/p2p-circuit/webrtc')])
  )
  expect(await bytesHere(near, cid)).toBe(3 * MIB)

  await relay.stop()
  const { Hash: next } = JSON.parse((await rpc(far, 'add?cid-version=1&quieter=true', { randomBytes: MIB })).text) as {
    Hash: string
  }
  expect(await bytesHere(near, next)).toBe(MIB)
  await relay.startAgain()
})

test('announces content and names again to a restarted relay', async () => {
  const [near, far] = persons.pages
  const { Hash: cid } = JSON.parse((await rpc(far, 'add?cid-version=1', { text: 'from before' })).text) as {
    Hash: string
  }
  const { Name } = JSON.parse((await rpc(far, `name/publish?arg=/ipfs/${cid}`)).text) as { Name: string }
  // A reprovide round has just been made, so the next one is due a day later.
  await rpc(far, 'config?arg=Provide.DHT.SweepEnabled&arg=false&bool=true')
  expect((await rpc(far, 'routing/reprovide')).status).toBe(200)
  await expect.poll(async () => await announced(cid)).not.toEqual([])

  await relay.stop()
  await relay.startAgain()
  // An earlier connection may be tried first.
  await expect.poll(async () => await announced(cid).catch(() => undefined)).toEqual([])
  await killWorkers(far.context(), far)

  await expect.poll(async () => {
    await rpc(far, 'version')
    return await announced(cid)
  }, { timeout: 90_000 }).not.toEqual([])

  expect((await rpc(near, `name/resolve?arg=${Name}&stream=false&timeout=30s`)).text).toContain(`/ipfs/${cid}`)
})

test('resolves a name that the other browser publishes', async () => {
  const [near, far] = persons.pages
  const { text } = await rpc(far, 'name/publish?arg=/ipfs/bafkqabtimvwgy3yk')
  expect(text).toContain('"Value":"/ipfs/bafkqabtimvwgy3yk"')
  const { Name } = JSON.parse(text) as { Name: string }
  expect((await rpc(near, `name/resolve?arg=${Name}&stream=false`)).text).toContain('/ipfs/bafkqabtimvwgy3yk')
})

test(
  'shows connected peers and their transport, and a copied link opens the content in the other browser',
  async () => {
    const [near, far] = persons.pages
    await far.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await showDeveloperDetails(far)
    await rpc(far, 'add?cid-version=1&pin-name=note.txt', { text: 'for you', name: 'note.txt' })

    const card = await peersOf(far)
    await expect(card).toContainText('Others can download what you share while this tab stays open.')
    await expect(far.locator('header .pill-text')).toHaveText('Online · sharing')
    await expect(card.getByRole('heading', { name: '1 connection' })).toBeVisible()
    await expect(card.getByRole('row').filter({ hasText: 'WebSocket, outgoing' })).toBeVisible()
    await far.getByRole('link', { name: 'Pinned', exact: true }).click()
    await act(far, 'note.txt', 'Share…')
    await far.getByRole('button', { name: 'Copy link: link to note.txt' }).click()
    const link = await far.evaluate(async () => await navigator.clipboard.readText())
    await far.keyboard.press('Escape')

    // The first tab stays open, because it holds the WebRTC connection.
    const tab = await near.context().newPage()
    await tab.goto(link)
    await expect(tab.locator('.receive-content')).toContainText('for you')
    await far.getByRole('link', { name: 'Peers', exact: true }).click()
    await expect(card.getByRole('row').filter({ hasText: 'WebRTC, incoming' })).toHaveText(
      /\d(µs|ms|s)↓ [1-9][\d.]* \S+ ↑ [1-9][\d.]* \S+swipfs/
    )
  }
)

test('a link opened in the only tab loads all shared content over the connection of that page', async () => {
  const [near, far] = persons.pages
  await far.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const text = Array.from({ length: 2_600_000 }, (_, i) => i).join(' ')
  const { Hash: cid } = JSON.parse(
    (await rpc(far, 'add?cid-version=1&pin-name=lines.txt&quieter=true', { text, name: 'lines.txt' })).text
  ) as { Hash: string }
  await expect(await peersOf(far)).toContainText('Others can download what you share')
  await far.getByRole('link', { name: 'Pinned', exact: true }).click()
  await act(far, 'lines.txt', 'Share…')
  await far.getByRole('button', { name: 'Copy link: link to lines.txt' }).click()
  await near.goto(await far.evaluate(async () => await navigator.clipboard.readText()))
  await expect(near.getByText('Everything has arrived.')).toBeVisible()
  await expect(near.locator('.receive-content')).toContainText('0 1 2 3')
  expect(await bytesHere(near, cid)).toBe(text.length)
})

test(
  'content of a WebRTC-only node opened without a connecting page is fetched by the app, which opens it again',
  async () => {
    const [near, far] = persons.pages
    const { origin } = new URL(near.url())
    for (
      const [path, text] of [['/site/index.html', '<link rel=stylesheet href=a.css><p>hello'], ['/site/a.css', 'p{}']]
    ) {
      await rpc(far, `files/write?arg=${path}&create=true&parents=true`, { text })
    }
    const { Hash: cid } = JSON.parse((await rpc(far, 'files/stat?arg=/site')).text) as { Hash: string }
    const { Name } = JSON.parse((await rpc(far, `name/publish?arg=/ipfs/${cid}`)).text) as { Name: string }
    await expect.poll(async () => await announced(cid)).toEqual(
      expect.arrayContaining([expect.stringContaining('/p2p-circuit/webrtc')])
    )

    // No page of the visitor holds connections.
    await near.goto('about:blank')
    await near.goto(`${origin}/ipns/${Name}/`, { waitUntil: 'commit' })
    await expect(near.getByText('hello')).toBeVisible()
    // The other files of the folder have arrived too.
    const app = await near.context().newPage()
    await app.goto(origin)
    expect((await rpc(app, `cat?arg=/ipfs/${cid}/a.css&offline=true`)).text).toBe('p{}')
  }
)

test('A11: dials a peer by its address, and reports an unreachable and an invalid one', async () => {
  const [near, far] = persons.pages
  await expect((await peersOf(far)).getByRole('group').filter({ hasText: 'Addresses' })).toBeVisible()
  const { Addresses } = JSON.parse((await rpc(far, 'id')).text) as { Addresses: string[] }
  const card = await peersOf(near)

  await card.getByLabel('Connect to').fill(
    '/ip4/127.0.0.1/tcp/1/ws/p2p/12D3KooWGBfKT1pSt7DZJMXqXLGDVWWmEwvAgxCbmdBHXEFN3AzN'
  )
  await card.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(card.getByRole('alert')).toBeVisible()

  await card.getByLabel('Connect to').fill('hello')
  await card.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(card.getByRole('alert')).toContainText('It must end with the peer’s ID')
  await expect(card.getByRole('alert')).not.toContainText(/IPFS content|CID/)

  await card.getByLabel('Connect to').fill(Addresses.find((address) => address.includes('/webrtc')) ?? '')
  await card.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(card.getByRole('row').filter({ hasText: 'WebRTC, outgoing' })).toBeVisible()
  await expect(card.getByRole('alert')).toBeHidden()
})

test('disconnects and reconnects a peer by hand, and checks a link with its relay', async () => {
  const [near, far] = persons.pages
  await rpc(far, 'add?cid-version=1&pin-name=note.txt', { text: 'for you', name: 'note.txt' })
  const card = await peersOf(far)
  await expect(card).toContainText('Others can download what you share')
  await far.getByRole('link', { name: 'Pinned', exact: true }).click()
  await act(far, 'note.txt', 'Share…')
  const sheet = far.getByRole('dialog', { name: 'Share note.txt' })
  await sheet.getByText('More', { exact: true }).click()
  await sheet.getByRole('button', { name: 'Test link' }).click()
  await expect(sheet).toContainText(/The link works \(relay answered in \d+ ms\)/)
  await relay.stop()
  // The page may already have noticed that the reservation is gone, and then the button is missing.
  await sheet.getByRole('button', { name: 'Test link' }).click({ timeout: 5000 }).catch(() => {})
  await expect(sheet).toContainText(/The relay did not answer|no relay is available/)
  await relay.startAgain()
  await far.keyboard.press('Escape')

  const peers = await peersOf(near)
  await expect(peers.getByRole('row')).toHaveCount(2)
  await peers.getByRole('button', { name: /^Disconnect from / }).click()
  await expect(peers).toContainText('Either side may connect again')
  await expect(peers.locator('.notice-place')).toBeFocused()
  expect(await violations(near)).toEqual([])
  await peers.getByRole('button', { name: 'Connect again' }).click()
  await expect(peers.getByLabel('Connect to')).toBeFocused()
  await expect(peers).not.toContainText('Either side may')
  await expect(peers.getByRole('row')).toHaveCount(2)
})

test('the traffic chart follows what arrives', async () => {
  const [near, far] = persons.pages
  const added = await rpc(far, 'add?cid-version=1&quieter=true', { randomBytes: 3 * MIB })
  const { Hash: cid } = JSON.parse(added.text) as { Hash: string }
  await expect.poll(async () => await announced(cid)).not.toEqual([])

  const card = await peersOf(near)
  const chart = card.getByRole('img', { name: /^Traffic of the last two minutes/ })
  const line = chart.locator('.traffic-in')
  // One point every two seconds, each a height between 0 (the highest rate) and 60 (none).
  const heights = async (): Promise<number[]> =>
    [...(await line.getAttribute('d') ?? '').matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, height]) => Number(height))
  await expect.poll(async () => (await heights()).length).toBeGreaterThanOrEqual(2)
  expect(Math.min(...await heights())).toBeGreaterThan(0)
  await expect(chart).toHaveAttribute('aria-label', /, 1.0 kB\/s at most$/)

  expect(await bytesHere(near, cid)).toBe(3 * MIB)
  await expect(card.getByText(/^In: .* · [3-9](\.\d)? MB in total$/)).toBeVisible()
  // The arrival is a peak, and the line is back at the ground after it.
  await expect(chart).toHaveAttribute('aria-label', /, [\d.]+ (?:kB|MB)\/s at most$/)
  await expect.poll(heights).toContain(0)
  await expect.poll(async () => (await heights()).at(-1)).toBeGreaterThan(50)
})

/** Opens the section with the peers. */
async function peersOf (page: Page): Promise<Locator> {
  await page.getByRole('link', { name: 'Peers', exact: true }).click()
  return page.getByRole('region', { name: 'Peers' })
}

async function bytesHere (page: Page, cid: string): Promise<number> {
  return await page.evaluate(async (cid) => (await (await fetch(`/ipfs/${cid}`)).arrayBuffer()).byteLength, cid)
}
