import { mkdtemp, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright'
import { act, bigFile, cidOf, fileRow, listedNames, openSection, pick, visit } from '../fixtures/page/page.ts'
import { startSharing } from '../fixtures/page/sharing.ts'
import type { Sharing } from '../fixtures/page/sharing.ts'
import { violations, violationsInThemes } from '../fixtures/page/violations.ts'
import { expect, killWorkers, rpc, test } from '../fixtures/site/site.ts'
import { unregisterWorkers } from '../fixtures/site/unregister-workers.ts'

const MB = 1_000_000
/** Words of IPFS, which the page of a receiver avoids. */
const NODE_WORDS = /\b(node|CID|IPFS|IPNS|peers?|blocks?|relay|gateway|pin(ned)?|multiaddr|DAG)\b/i

let sharing: Sharing

test.describe('over a relay', () => {
  test.beforeEach(async ({ browser }) => {
    sharing = await startSharing(browser)
  })
  test.afterEach(async () => {
    await sharing.close()
  })

  test('A2: the receiver of a file of 100 MB sees what it is, downloads it by its name, and saves it', async () => {
    test.setTimeout(300_000)
    const far = await sharing.sender(await sharing.profile())
    const folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-e2e-'))
    const file = path.join(folder, 'Holiday photos.zip')
    await bigFile(file, 100 * MB)
    await far.locator('[data-pick=files]').setInputFiles(file)
    await expect(fileRow(far, 'Holiday photos.zip')).toBeVisible()
    const link = await linkTo(far, 'Holiday photos.zip')
    expect(new URL(link).hash).toMatch(/^#\/s\/[\w-]{100,300}$/)

    const context = await sharing.profile()
    const near = await context.newPage()
    await near.addInitScript(noteStages)
    await near.goto(link)
    await expect(near.getByRole('heading', { name: 'Holiday photos.zip' })).toBeVisible()
    await expect(near.locator('.receive-head')).toContainText('ZIP file · 100 MB')
    expect(await near.locator('body').innerText()).not.toMatch(NODE_WORDS)
    const download = near.waitForEvent('download')
    await near.getByRole('button', { name: 'Download', exact: true }).click()
    await expect(near.getByRole('progressbar', { name: 'Receiving' })).toBeVisible()
    await expect(near.locator('.receive-status')).toContainText(/\d.* of 100 MB · .*\/s/)
    expect(await near.locator('body').innerText()).not.toMatch(NODE_WORDS)

    const saved = await download
    expect(saved.suggestedFilename()).toBe('Holiday photos.zip')
    expect((await stat(await saved.path())).size).toBe(100 * MB)
    await expect(near.getByText('Everything has arrived.')).toBeVisible()
    const { connectedMs, progressMs } = await near.evaluate(() => (window as unknown as { stages: Stages }).stages)
    expect(progressMs! - connectedMs!).toBeLessThan(2000)

    await near.getByRole('button', { name: 'Save to my files' }).click()
    await expect(near.getByText('Added “Holiday photos.zip” to “Files”.').first()).toBeVisible()
    expect(await cidOf(near, '/Holiday photos.zip')).toBe(await cidOf(far, '/Holiday photos.zip'))
    await near.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await rpc(near, 'files/ls')).text).not.toContain('Holiday')
    await rm(folder, { recursive: true })
  })

  test('A2: a folder: its receiver sees its entries, opens one, downloads it as ZIP, and saves it', async () => {
    const far = await sharing.sender(await sharing.profile())
    await makeTree(far)
    const link = await linkTo(far, 'Holidays')

    const near = await (await sharing.profile()).newPage()
    await near.goto(link)
    await expect(near.getByRole('heading', { name: 'Holidays' })).toBeVisible()
    await expect(near.locator('.receive-head')).toContainText('Folder')
    await expect(near.getByRole('link', { name: 'a text.md', exact: true })).toBeVisible()
    await expect(near.getByText('Everything has arrived.')).toBeVisible()
    for await (const { colorScheme, found } of violationsInThemes(near)) {
      expect(found, colorScheme).toEqual([])
    }

    await near.getByRole('link', { name: 'deep', exact: true }).focus()
    await near.keyboard.press('Enter')
    await near.getByRole('link', { name: 'in it.txt', exact: true }).press('Enter')
    await expect(near.locator('.receive-content')).toContainText('from the depth')
    await near.reload()
    await expect(near.locator('.receive-content')).toContainText('from the depth')
    await near.getByRole('navigation', { name: 'Folder path' }).getByRole('link', { name: 'Holidays' }).click()
    await expect(near.getByRole('link', { name: 'a text.md', exact: true })).toBeVisible()

    const download = near.waitForEvent('download')
    await near.getByRole('button', { name: 'Download as ZIP' }).press('Enter')
    expect((await download).suggestedFilename()).toBe('Holidays.zip')
    expect(await near.locator('body').innerText()).not.toMatch(NODE_WORDS)

    await near.setViewportSize({ width: 390, height: 844 })
    expect(await near.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

    await near.getByRole('button', { name: 'Save to my files' }).click()
    await expect(near.getByText('Added “Holidays” to “Files”.').first()).toBeVisible()
    expect(await cidOf(near, '/Holidays')).toBe(await cidOf(far, '/Holidays'))
  })

  test('A3: the receiver waits for a sender who is away, continues, and tells its own lost network apart', async () => {
    const home = await sharing.profile()
    const far = await sharing.sender(home)
    await pick(far, { name: 'note.txt', text: 'for you' })
    const link = await linkTo(far, 'note.txt')
    await far.close()

    const context = await sharing.profile()
    const near = await context.newPage()
    await near.goto(link)
    await expect(near.getByText('Waiting for the sender to come online. Keep this page open.')).toBeVisible()
    await expect(near.locator('.receive-head')).toContainText('Text · 7 bytes')
    await context.setOffline(true)
    await expect(near.getByText('You are offline. The transfer continues when you are online again.')).toBeVisible()
    await context.setOffline(false)
    await expect(near.getByText('Waiting for the sender to come online. Keep this page open.')).toBeVisible()
    await near.getByRole('button', { name: 'Save to my files' }).click()
    await expect(near.getByText('It will be saved when everything has arrived.')).toBeVisible()
    expect(await violations(near)).toEqual([])

    await sharing.sender(home)
    await expect(near.getByText('Everything has arrived.')).toBeVisible({ timeout: 90_000 })
    await expect(near.locator('.receive-content')).toContainText('for you')
    await expect(near.getByText('Added “note.txt” to “Files”.').first()).toBeVisible()
    expect(new URL(near.url()).hash).toMatch(/^#\/s\//)
  })

  test('A3: the sender leaves in the middle of a transfer, and it continues by itself', async () => {
    test.setTimeout(300_000)
    const home = await sharing.profile()
    const far = await sharing.sender(home)
    const folder = await mkdtemp(path.join(os.tmpdir(), 'swipfs-e2e-'))
    await bigFile(path.join(folder, 'film.zip'), 200 * MB)
    await far.locator('[data-pick=files]').setInputFiles(path.join(folder, 'film.zip'))
    await expect(fileRow(far, 'film.zip')).toBeVisible()
    const link = await linkTo(far, 'film.zip')

    const near = await (await sharing.profile()).newPage()
    await near.goto(link)
    const download = near.waitForEvent('download')
    await near.getByRole('button', { name: 'Download', exact: true }).click()
    await expect(near.locator('.receive-status')).toContainText(/\d.* of 200 MB · .*\/s/)
    await far.close()
    await expect(near.getByText('Waiting for the sender to come online. Keep this page open.')).toBeVisible({
      timeout: 60_000
    })
    expect(await near.locator('body').innerText()).not.toMatch(NODE_WORDS)

    await sharing.sender(home)
    await expect(near.getByText('Everything has arrived.', { exact: true })).toBeVisible({ timeout: 120_000 })
    const saved = await download
    expect(saved.suggestedFilename()).toBe('film.zip')
    expect((await stat(await saved.path())).size).toBe(200 * MB)
    await rm(folder, { recursive: true })
  })

  test('two receivers at once, one of them with a link of an earlier version', async () => {
    const far = await sharing.sender(await sharing.profile())
    const { text } = await rpc(far, 'add?cid-version=1&to-files=/big.bin&quieter=true', {
      randomBytes: 12 * MB,
      name: 'big.bin'
    })
    const { Hash: cid } = JSON.parse(text) as { Hash: string }
    const link = await linkTo(far, 'big.bin')
    const { Addresses } = JSON.parse((await rpc(far, 'id')).text) as { Addresses: string[] }
    const old = `${sharing.origin}/#${new URLSearchParams({
      open: `/ipfs/${cid}?filename=big.bin`,
      at: Addresses.find((address) => address.includes('/webrtc'))!
    })}`
    const receivers = await Promise.all([link, old].map(async (url) => {
      const page = await (await sharing.profile()).newPage()
      await page.goto(url)
      return page
    }))

    await Promise.all(receivers.map(async (page) => {
      await expect(page.getByRole('heading', { name: 'big.bin' })).toBeVisible()
      await expect(page.getByText('Everything has arrived.')).toBeVisible({ timeout: 90_000 })
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download', exact: true }).click()
      expect((await download).suggestedFilename()).toBe('big.bin')
    }))
  })

  test('several items are shared as one folder, which is kept until sharing ends', async () => {
    const far = await sharing.sender(await sharing.profile())
    await pick(far, { name: 'one.txt', text: '1' }, { name: 'two.txt', text: '22' }, { name: 'three.txt', text: '333' })
    await fileRow(far, 'one.txt').getByRole('checkbox').click()
    await fileRow(far, 'two.txt').getByRole('checkbox').click()
    await far.getByRole('group', { name: 'Actions for 2 items' }).getByRole('button', { name: 'Share…' }).click()
    const link = await copyLink(far, '2 items')

    const near = await (await sharing.profile()).newPage()
    await near.goto(link)
    await expect(near.getByRole('heading', { name: '2 items' })).toBeVisible()
    await expect(near.getByRole('link', { name: 'two.txt', exact: true })).toBeVisible()

    // Hidden in Files, and protected while it is shared.
    expect(await listedNames(far)).toEqual(['one.txt', 'three.txt', 'two.txt'])
    expect((await rpc(far, 'files/ls?arg=/.shared')).text).toContain('bafy')
    await openSection(far, '#/shared')
    await act(far, '2 items', 'Stop sharing')
    await expect(fileRow(far, '2 items')).toBeHidden()
    expect((await rpc(far, 'files/ls?arg=/.shared')).text).not.toContain('bafy')
    await far.getByRole('button', { name: 'Undo' }).click()
    await expect(fileRow(far, '2 items')).toBeVisible()
    expect((await rpc(far, 'files/ls?arg=/.shared')).text).toContain('bafy')
  })

  test('a published folder is followed, also after its worker was stopped', async () => {
    const home = await sharing.profile()
    const far = await sharing.sender(home)
    await makeTree(far)
    await act(far, 'Holidays', 'Publish…')
    const dialog = far.getByRole('dialog', { name: 'Publish Holidays' })
    await dialog.getByRole('button', { name: 'Publish', exact: true }).click()
    await expect(dialog).toContainText(/Published to [1-9] of [1-9] places?\./)
    await dialog.getByText('Result at each place').click()
    await dialog.getByRole('button', { name: /^Copy link/ }).click()
    const link = new URL(await far.evaluate(async () => await navigator.clipboard.readText()))
    const name = /^\/ipns\/(k51\w+)\/$/.exec(link.pathname)![1]
    await dialog.getByRole('button', { name: 'QR code' }).click()
    await expect(dialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
    expect(await violations(far)).toEqual([])
    await far.keyboard.press('Escape')
    expect((await rpc(far, 'key/ls')).text).toContain('"Name":"Holidays"')
    const follows = async (path: string): Promise<void> => {
      const cid = await cidOf(far, path)
      await expect.poll(async () => (await rpc(far, `name/resolve?arg=${name}&offline=true`)).text).toContain(cid)
    }
    await follows('/Holidays')

    await rpc(far, 'files/write?arg=/Holidays/new.txt&create=true', { text: 'new' })
    await follows('/Holidays')
    await act(far, 'Holidays', 'Rename')
    await far.getByLabel('New name').fill('Summer')
    await far.keyboard.press('Enter')
    await expect(fileRow(far, 'Summer')).toBeVisible()
    await rpc(far, 'files/write?arg=/Summer/newer.txt&create=true', { text: 'newer' })
    await killWorkers(home, far)
    await follows('/Summer')

    await openSection(far, '#/shared')
    await far.getByRole('button', { name: 'Manage Summer' }).click()
    await far.getByRole('dialog').getByRole('button', { name: 'Stop following' }).click()
    await expect(far.getByText('“Summer” is no longer followed.').first()).toBeVisible()
    await expect(far.getByRole('button', { name: 'Manage Summer' })).toBeHidden()
    await far.getByRole('button', { name: 'Undo' }).click()
    await expect(far.getByRole('button', { name: 'Manage Summer' })).toBeVisible()
  })
})

test('without a relay the dialog says what is missing, and offers other ways', async ({ page, site }) => {
  await visit(page, site.origin)
  await pick(page, { name: 'note.txt', text: 'for you' })
  await act(page, 'note.txt', 'Share…')
  const dialog = page.getByRole('dialog', { name: 'Share note.txt' })
  await expect(dialog).toContainText(/so others cannot download it from you|no relay is available/)
  await expect(dialog).toContainText('You can keep a copy online, use a gateway link, or check the settings.')
  await dialog.getByText('Keep it online', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Add a service…' }).click()
  await expect(dialog.getByLabel('Access token')).toBeVisible()
  await dialog.getByText('More', { exact: true }).click()
  await expect(dialog).toContainText('https://dweb.link/ipfs/')
  for await (const { colorScheme, found } of violationsInThemes(page)) {
    expect(found, colorScheme).toEqual([])
  }
})

test('a damaged link says so in one sentence, and one with its data in the path works', async ({ page, site }) => {
  await page.goto(`${site.origin}/#/s/AAAA`)
  await expect(page.getByText('The link is incomplete or damaged: ask the sender to send it again.')).toBeVisible()
  expect(await page.locator('body').innerText()).not.toMatch(NODE_WORDS)
  expect(await violations(page)).toEqual([])
  // With a worker and without one.
  await page.waitForFunction(() => navigator.serviceWorker.controller != null)
  await page.goto(`${site.origin}/s/AAAA`)
  await expect(page).toHaveURL(`${site.origin}/#/s/AAAA`)
  await unregisterWorkers(page)
  await page.goto('about:blank')
  await page.goto(`${site.origin}/s/AAAA`)
  await expect(page).toHaveURL(`${site.origin}/#/s/AAAA`)
})

/** Times at which a receiver's page was connected to the sender, and showed progress or a preview. */
interface Stages {
  connectedMs?: number
  progressMs?: number
}

/** Notes the times of the stages, in the page of a receiver. */
function noteStages (): void {
  const stages: Stages = {}
  Object.assign(window, { stages })
  new MutationObserver(() => {
    const phase = document.querySelector<HTMLElement>('.receive-status')?.dataset.phase
    if (phase === 'receiving' || phase === 'offered' || phase === 'whole') {
      stages.connectedMs ??= performance.now()
    }
    if (document.querySelector('.receive-status progress[max], .receive-content') != null) {
      stages.connectedMs ??= performance.now()
      stages.progressMs ??= performance.now()
    }
  }).observe(document, { subtree: true, childList: true, attributes: true })
}

/** Creates the folder Holidays with files in Files. */
async function makeTree (page: Page): Promise<void> {
  await rpc(page, 'files/write?arg=/Holidays/deep/in%20it.txt&create=true&parents=true', { text: 'from the depth' })
  await rpc(page, 'files/write?arg=/Holidays/a%20text.md&create=true&parents=true', { text: '# A title' })
  await expect(fileRow(page, 'Holidays')).toBeVisible()
}

async function linkTo (page: Page, name: string): Promise<string> {
  await act(page, name, 'Share…')
  return await copyLink(page, name)
}

async function copyLink (page: Page, name: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: `Share ${name}` })
  await expect(dialog).toContainText('Anyone with the link can download it while this tab stays open.')
  const copy = dialog.getByRole('button', { name: /^Copy link/ })
  await expect(copy).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Copied')).toBeVisible()
  await page.keyboard.press('Escape')
  return await page.evaluate(async () => await navigator.clipboard.readText())
}
