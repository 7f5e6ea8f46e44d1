import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { HELLO, isReady, region, showDeveloperDetails, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { violations } from '../fixtures/page/violations.ts'
import { openApp, rpc } from '../fixtures/site/site.ts'

async function openPart (page: Page, name: string): Promise<Locator> {
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Peers', exact: true }).click()
  await page.getByRole('navigation', { name: 'Components' }).getByRole('link', { name }).click()
  return page.getByRole('region', { name, exact: true })
}

async function value (page: Page, key: string): Promise<unknown> {
  return (JSON.parse((await rpc(page, `config?arg=${key}`)).text) as { Value: unknown }).Value
}

test('keeps text that is typed into a field while the page renders', async ({ page, site }) => {
  await visit(page, site.origin)
  const part = await openPart(page, 'Settings')
  const row = part.locator('[data-key="Import.CidVersion"]')
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLInputElement>('[data-key="Import.CidVersion"] input')
      if (field == null) {
        return
      }
      observer.disconnect()
      field.value = '7'
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }).observe(document, { childList: true, subtree: true })
  })
  await part.getByText('Adding content').click()
  await expect(row.getByRole('button', { name: 'Save' })).toBeVisible()
  await page.waitForTimeout(500)
  await expect(row.getByRole('textbox')).toHaveValue('7')
  await expect(row.getByRole('button', { name: 'Save' })).toBeVisible()
  await row.getByRole('button', { name: 'Undo' }).click()
  await expect(row.getByRole('textbox')).toHaveValue('')
})

test(
  "finds, changes and resets settings, and shows the node's errors next to their field",
  async ({ page, site, context, quiet }) => {
    await visit(page, site.origin)
    await showDeveloperDetails(page)
    const part = await openPart(page, 'Settings')
    await part.getByLabel('Search').fill('nofetch')
    await expect(part.locator('.setting')).toHaveCount(1)
    const noFetch = part.locator('[data-key="Gateway.NoFetch"]')
    await expect(noFetch).toContainText('serves local content only')
    await noFetch.getByRole('combobox').selectOption('true')
    await noFetch.getByRole('button', { name: 'Save' }).click()
    await expect(noFetch).toContainText('changed')
    expect(await value(page, 'Gateway.NoFetch')).toBe(true)
    await expect(noFetch.getByRole('link', { name: 'In the console: ipfs config --json=true Gateway.NoFetch true' }))
      .toBeVisible()

    // An input for each type: a list, a number, a duration, an optional text.
    await part.getByLabel('Search').fill('Import.CidVersion')
    const version = part.locator('[data-key="Import.CidVersion"]')
    await version.getByRole('textbox').fill('one')
    await version.getByRole('button', { name: 'Save' }).click()
    await expect(version.getByRole('alert')).toHaveText('This has to be a whole number.')
    expect(quiet.seen()).toEqual([])
    quiet.allow(/Failed to load resource/)
    await version.getByRole('textbox').fill('7')
    await version.getByRole('button', { name: 'Save' }).click()
    await expect(version.getByRole('alert')).toContainText('must be 0 or 1, got 7')
    expect(await value(page, 'Import.CidVersion')).toBe(null)
    await version.getByRole('textbox').fill('1')
    await version.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => await value(page, 'Import.CidVersion')).toBe(1)
    await expect(version.getByRole('alert')).toHaveCount(0)

    await part.getByLabel('Search').fill('DelegatedRouters')
    const routers = part.locator('[data-key="Routing.DelegatedRouters"]')
    await routers.getByRole('textbox').fill('https://a.example\n\n https://b.example ')
    await routers.getByRole('button', { name: 'Save' }).click()
    await expect.poll(async () => await value(page, 'Routing.DelegatedRouters')).toEqual([
      'https://a.example',
      'https://b.example'
    ])

    // Changes of another tab are shown, and all can be reset.
    const other = await context.newPage()
    await openApp(other, site)
    await page.bringToFront()
    await rpc(other, 'config?arg=Datastore.StorageMax&arg=5GB')
    await part.getByLabel('Search').fill('')
    await part.getByLabel('Changed settings').check()
    await expect(part.locator('.setting')).toHaveCount(4)
    const max = part.locator('[data-key="Datastore.StorageMax"]')
    await expect(max.getByRole('textbox')).toHaveValue('5GB')

    for (let left = 3; left >= 0; left--) {
      await part.getByRole('button', { name: /^Reset / }).first().click()
      await expect(part.locator('.setting')).toHaveCount(left)
    }
    await expect(part).toContainText('All settings have their default values')
    expect([
      await value(page, 'Gateway.NoFetch'),
      await value(page, 'Import.CidVersion'),
      await value(page, 'Routing.DelegatedRouters'),
      await value(page, 'Datastore.StorageMax')
    ]).toEqual([false, null, ['auto'], '10GB'])
  }
)

test('creates a key, publishes and finds content under it, renames and removes it', async ({ page, site, quiet }) => {
  quiet.allow(/Failed to load resource/)
  await visit(page, site.origin)
  await showDeveloperDetails(page)
  // Disables providing, because there is no router.
  await rpc(page, 'config?arg=HTTPRetrieval.Enabled&arg=false&bool=true')
  await rpc(page, 'add?cid-version=1', { text: HELLO.text })
  const part = await openPart(page, 'Keys and names')
  const [name, shown] = ['\u202ekey', '[U+202E]key']
  await part.getByLabel('New key').fill(name)
  await part.getByRole('button', { name: 'Create key' }).click()
  const row = part.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Remove ${shown}` }) })
  await expect(row.locator('bdi').first()).toHaveText(shown)

  // The error for a taken name is shown below the field, however long the list is.
  await part.getByLabel('New key').fill('self')
  await part.getByRole('button', { name: 'Create key' }).click()
  const refused = part.getByRole('alert').filter({
    hasText: 'This name is already taken. Choose another name.'
  })
  const [field, said] = await Promise.all([part.getByLabel('New key').boundingBox(), refused.boundingBox()])
  expect(said!.y).toBeGreaterThan(field!.y)
  await part.getByLabel('New key').fill('')

  await row.getByRole('button', { name: 'Resolve' }).click()
  await expect(row.getByRole('alert')).toContainText('The name could not be resolved')
  await row.getByRole('button', { name: /^Publish as/ }).click()
  await row.getByRole('textbox').fill('what is this')
  await row.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(row.getByRole('alert')).toContainText('isn’t a CID')
  await row.getByRole('textbox').fill(`https://ipfs.io/ipfs/${HELLO.cid}`)
  await row.getByRole('button', { name: 'Publish', exact: true }).click()
  await expect(row).toContainText('The record is signed and stored on this device. It was not published.')

  const { Keys } = JSON.parse((await rpc(page, 'key/ls')).text) as { Keys: Array<{ Name: string; Id: string }> }
  const { Id } = Keys.find(({ Name }) => Name === name)!
  await part.getByLabel('Resolve a name').fill(Id)
  await part.locator('form').last().getByRole('button', { name: 'Resolve' }).click()
  await expect(part.locator('form').last()).toContainText(`Points to /ipfs/${HELLO.cid}`)

  const ran = (row: Locator, line: string): Locator => row.getByRole('link', { name: `In the console: ipfs ${line}` })
  await row.getByRole('button', { name: 'Rename' }).click()
  await row.getByRole('textbox').fill('mine')
  await row.getByRole('textbox').press('Enter')
  const renamed = part.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Remove mine' }) })
  await expect(ran(renamed, 'key rename ')).toHaveCount(1)
  await renamed.getByRole('button', { name: 'Remove mine' }).click()
  await expect(ran(renamed, 'key rm mine')).toHaveCount(1)
  await expect(renamed.getByRole('button', { name: 'Keep' })).toBeFocused()
  await renamed.getByRole('button', { name: 'Keep' }).click()
  await expect(renamed.getByRole('button', { name: 'Remove mine' })).toBeFocused()
  await renamed.getByRole('button', { name: 'Remove mine' }).click()
  await renamed.getByRole('button', { name: 'Remove key' }).click()
  await expect(part.getByRole('listitem')).toHaveCount(1)
  await expect(part.getByLabel('New key')).toBeFocused()
  expect((await rpc(page, 'key/ls')).text).not.toContain(Id)
  // The node's own key cannot be removed.
  await expect(part.getByRole('button', { name: /^(Remove|Rename) / })).toHaveCount(0)
})

test('exports an unencrypted private key on request with a warning, and imports it again', async ({ page, site }) => {
  await visit(page, site.origin)
  const before = JSON.parse((await rpc(page, 'key/gen?arg=blog')).text) as { Id: string }
  const part = await openPart(page, 'Keys and names')
  const row = part.getByRole('listitem').filter({ hasText: 'blog' })
  // The node's own key is exported only in a backup.
  await expect(part.getByRole('button', { name: 'Export the private key of self' })).toHaveCount(0)

  await row.getByRole('button', { name: 'Export the private key of blog' }).click()
  const asked = row.getByRole('group', { name: 'Export the private key of blog' })
  await expect(asked.getByLabel('Format')).toBeFocused()
  await expect(asked).toContainText('This file has no password.')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)
  await expect(row.getByRole('button', { name: 'Export the private key of blog' })).toBeFocused()

  const saved: Record<string, Buffer> = {}
  for (const format of ['pem-pkcs8-cleartext', 'libp2p-protobuf-cleartext']) {
    await row.getByRole('button', { name: 'Export the private key of blog' }).click()
    await asked.getByLabel('Format').selectOption(format)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      asked.getByRole('button', { name: 'Export without a password' }).click()
    ])
    saved[download.suggestedFilename()] = await readFile(await download.path())
    await expect(asked).toHaveCount(0)
  }
  expect(Object.keys(saved)).toEqual(['blog-without-password.pem', 'blog-without-password.key'])
  expect(saved['blog-without-password.pem'].toString()).toContain('BEGIN PRIVATE KEY')

  for (const [name, buffer] of Object.entries(saved)) {
    await rpc(page, 'key/rm?arg=blog')
    await expect(row).toHaveCount(0)
    await page.locator('[data-pick=key]').setInputFiles({ name, mimeType: '', buffer })
    await expect(part.getByLabel(`Name for the key in ${name}`)).toBeFocused()
    await expect(part.getByLabel(`Name for the key in ${name}`)).toHaveValue('blog')
    await page.keyboard.press('Enter')
    await expect(row).toHaveCount(1)
    await expect(part).toContainText('blog is now a key of this browser')
    expect((await rpc(page, 'key/ls')).text).toContain(before.Id)
  }

  // A failed import shows the reason, and stores nothing.
  const pick = async (text: string): Promise<void> => {
    await page.locator('[data-pick=key]').setInputFiles({ name: 'x.pem', mimeType: '', buffer: Buffer.from(text) })
    await part.getByLabel('Name for the key in x.pem').press('Enter')
  }
  await pick('-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n-----END ENCRYPTED PRIVATE KEY-----\n')
  await expect(part.getByRole('alert')).toContainText('This key is password-protected')
  await part.getByRole('button', { name: 'Cancel' }).click()
  await pick('what is this')
  await expect(part.getByRole('alert')).toContainText('The key was not imported.')
  expect(await violations(page)).toEqual([])
  await part.getByRole('button', { name: 'Cancel' }).click()
  await expect(part.getByRole('button', { name: 'Import key…' })).toBeFocused()
  expect((JSON.parse((await rpc(page, 'key/ls')).text) as { Keys: unknown[] }).Keys).toHaveLength(2)
})

test(
  'follows, pauses and clears the log, creates a report without secrets, and opens an action in the console',
  async ({ page, site, context, quiet }) => {
    quiet.allow(/Failed to load resource/)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    // Entries from before the log is read are shown too.
    await page.addInitScript(() => {
      const real = window.fetch
      window.fetch = async (input, init) => {
        if (String(input).includes('/log/tail')) {
          await new Promise((resolve) => {
            setTimeout(resolve, 1000)
          })
        }
        return await real(input, init)
      }
    })
    await visit(page, site.origin)
    await showDeveloperDetails(page)
    const log = await openPart(page, 'Log')
    await log.getByLabel('Log level').selectOption('debug')
    await expect(log).toContainText('Changed log level of')
    await rpc(page, 'version')
    await expect(log).toContainText('incoming API request: /version')
    await log.getByLabel('Search').fill('/version')
    await expect(region(page, 'Log lines').getByRole('listitem')).toHaveCount(1)
    await log.getByRole('button', { name: 'Pause' }).click()
    await rpc(page, 'version')
    await expect(log.getByRole('button', { name: /Continue \(\d+ new\)/ })).toBeVisible()
    await expect(region(page, 'Log lines').getByRole('listitem')).toHaveCount(1)
    await log.getByRole('button', { name: /^Continue/ }).click()
    await expect(region(page, 'Log lines').getByRole('listitem')).toHaveCount(2)
    await log.getByRole('button', { name: 'Clear' }).click()
    await expect(log).toContainText('No messages yet')
    await log.getByLabel('Search').fill('')
    await log.getByText('Levels by component').click()
    await log.getByLabel('gc', { exact: true }).selectOption('error')
    await expect.poll(async () => (await rpc(page, 'log/level?arg=gc')).text).toContain('"gc":"error"')
    await expect(log.getByRole('link', { name: 'In the console: ipfs log level gc error' })).toBeVisible()

    await rpc(page, `config?arg=API.HTTPHeaders&json=true&arg=${encodeURIComponent('{"X-Secret":["hidden"]}')}`)
    await rpc(page, 'config?arg=Datastore.StorageMax&arg=5GB')
    const keys = await openPart(page, 'Keys and names')
    await keys.getByLabel('New key').fill('self')
    await keys.getByRole('button', { name: 'Create key' }).click()
    await expect(keys.getByRole('alert')).toBeVisible()
    await openPart(page, 'Report')
    const shown = region(page, 'The report')
    await expect(shown).toContainText('Datastore.StorageMax = "5GB"')
    await expect(shown).toContainText('API.HTTPHeaders = (withheld)')
    await expect(shown).toContainText("cannot create key with name 'self'")
    await expect(shown).not.toContainText('hidden')
    await page.getByRole('button', { name: /^Copy report/ }).click()
    expect(await page.evaluate(async () => await navigator.clipboard.readText())).toBe(await shown.textContent())

    await openPart(page, 'Storage')
    await page.getByRole('link', { name: 'In the console: ipfs repo gc' }).click()
    await expect(page.getByRole('combobox', { name: 'Command', exact: true })).toHaveValue('ipfs repo gc')
    await page.goBack()
    await isReady(page)
    await expect(page.getByRole('heading', { name: 'Storage', level: 2 })).toBeVisible()
  }
)
