import type { Page } from 'playwright'
import { act, fileRow, pick, visit } from '../fixtures/page/page.ts'
import { startSharing } from '../fixtures/page/sharing.ts'
import type { Sharing } from '../fixtures/page/sharing.ts'
import { violationsInThemes } from '../fixtures/page/violations.ts'
import { expect, rpc, test } from '../fixtures/site/site.ts'

const LONG = { timeout: 90_000 }

let sharing: Sharing

test.beforeEach(async ({ browser }) => {
  sharing = await startSharing(browser)
})
test.afterEach(async () => {
  await sharing.close()
})

async function openDevices (page: Page): Promise<void> {
  await page.goto(`${sharing.origin}/#/node/settings`)
}

/** Names this device, and shows its pairing code. */
async function showCode (page: Page, device: string): Promise<string> {
  await openDevices(page)
  await page.getByLabel('Name of this device').fill(device)
  await page.getByRole('button', { name: 'Add a device…' }).click()
  return await page.locator('.pairing-code .code').innerText(LONG)
}

/** Enters the code on a device, and confirms on both. */
async function pair (laptop: Page, phone: Page): Promise<void> {
  const code = await showCode(laptop, 'Laptop')
  await openDevices(phone)
  await phone.getByLabel('Name of this device').fill('Phone')
  await phone.getByRole('button', { name: 'Enter a code…' }).click()
  await phone.getByLabel('Code on the other device').fill(code.toLowerCase().replaceAll('-', ' '))
  await phone.getByRole('button', { name: 'Continue' }).click()
  await expect(phone.getByText('Pair with “Laptop”?')).toBeVisible(LONG)
  await expect(laptop.getByText('Pair with “Phone”?')).toHaveCount(0)
  await phone.getByRole('button', { name: 'Pair', exact: true }).click()
  await expect(laptop.getByText('Pair with “Phone”?')).toBeVisible(LONG)
  await laptop.getByRole('button', { name: 'Pair', exact: true }).click()
  await isCurrent(laptop, 'Phone')
  await isCurrent(phone, 'Laptop')
}

async function isCurrent (page: Page, other: string): Promise<void> {
  await expect(page.locator('.devices-line')).toHaveText(`Up to date with ${other}`, LONG)
}

async function contentOf (page: Page, path: string): Promise<string> {
  return (await rpc(page, `files/read?arg=${encodeURIComponent(path)}`)).text
}

/** Replaces the content of a file, as an app or the console would. */
async function write (page: Page, path: string, text: string): Promise<void> {
  const answer = await rpc(page, `files/write?arg=${encodeURIComponent(path)}&create=true&truncate=true`, { text })
  expect(answer.status).toBe(200)
}

/** Uses the switch of the node for its whole network. */
async function setOnline (page: Page, isOnline: boolean): Promise<void> {
  expect((await rpc(page, `config?arg=HTTPRetrieval.Enabled&arg=${isOnline}&bool=true`)).status).toBe(200)
}

test('two devices pair by a code, and keep the same files, also after one of them was closed', async () => {
  test.setTimeout(400_000)
  const homes = [await sharing.profile(), await sharing.profile()]
  const [laptop, phone] = await Promise.all(homes.map(async (home) => await sharing.sender(home)))
  await pick(laptop, { name: 'report.txt', text: 'first' }, { name: 'old.txt', text: 'not needed' })
  await pick(phone, { name: 'photo.txt', text: 'from the phone' })
  await pair(laptop, phone)

  for (const page of [laptop, phone]) {
    await visit(page, sharing.origin)

    for (const name of ['report.txt', 'old.txt', 'photo.txt']) {
      await expect(fileRow(page, name)).toBeVisible(LONG)
    }
  }

  expect(await contentOf(laptop, '/photo.txt')).toBe('from the phone')
  expect(await contentOf(phone, '/report.txt')).toBe('first')

  // Both change the files while they cannot reach each other, and the phone is closed.
  await isCurrent(laptop, 'Phone')
  await isCurrent(phone, 'Laptop')
  await setOnline(laptop, false)
  await write(phone, '/report.txt', 'second, on the phone')
  await phone.close()
  await write(laptop, '/report.txt', 'second, on the laptop')
  await act(laptop, 'old.txt', 'Delete')
  await pick(laptop, { name: 'new.txt', text: 'written alone' })
  await expect(laptop.locator('.devices-line')).toHaveText(/Phone (to come online|has changes)/, LONG)
  await setOnline(laptop, true)

  const again = await sharing.sender(homes[1])
  await expect(fileRow(again, 'new.txt')).toBeVisible(LONG)
  await expect(fileRow(again, 'old.txt')).toHaveCount(0)

  for (const page of [laptop, again]) {
    await expect(page.getByRole('grid').getByRole('link', { name: /^report \(from/ })).toBeVisible(LONG)
  }

  await isCurrent(laptop, 'Phone')
  await isCurrent(again, 'Laptop')
  const names = async (page: Page): Promise<string[]> =>
    (JSON.parse((await rpc(page, 'files/ls?long=true')).text) as { Entries: Array<{ Name: string; Hash: string }> })
      .Entries.filter(({ Name }) => Name !== '.bin').map(({ Name, Hash }) => `${Name} ${Hash}`).sort()
  await expect.poll(async () => await names(again), LONG).toEqual(await names(laptop))
  const copy = (await names(laptop)).find((name) => name.startsWith('report (from'))!.replace(/ \w+$/, '')
  expect([await contentOf(laptop, '/report.txt'), await contentOf(laptop, `/${copy}`)].sort()).toEqual([
    'second, on the laptop',
    'second, on the phone'
  ])

  await again.goto(`${sharing.origin}/#/bin`)
  await expect(again.getByText('old.txt').first()).toBeVisible()

  // The files are there without the other device.
  await laptop.close()
  expect(await contentOf(again, '/new.txt')).toBe('written alone')
})

test('the camera of a phone opens the link, and the person confirms on both devices', async () => {
  test.setTimeout(300_000)
  const laptop = await sharing.sender(await sharing.profile())
  await showCode(laptop, 'Laptop')

  for await (const { colorScheme, found } of violationsInThemes(laptop)) {
    expect(found, colorScheme).toEqual([])
  }

  await laptop.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: sharing.origin })
  await laptop.getByRole('button', { name: 'Copy link' }).click()
  const link = await laptop.evaluate(async () => await navigator.clipboard.readText())
  expect(link).toMatch(/#\/node\/settings\?pair=[0-9A-Z]{12}&at=/)

  const phone = await (await sharing.profile()).newPage()
  await phone.goto(link)
  await expect(phone.getByText('Pair with “Laptop”?')).toBeVisible(LONG)
  expect(new URL(phone.url()).hash).toBe('#/node/settings')
  await phone.getByRole('button', { name: 'Pair', exact: true }).click()
  await laptop.getByRole('button', { name: 'Don’t pair' }).click(LONG)
  await expect(phone.getByText('The other device refused.')).toBeVisible(LONG)
  expect((await rpc(laptop, 'key/ls')).text).not.toContain('swipfs-')
})
