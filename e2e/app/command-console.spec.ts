import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { HELLO, region, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { rpc } from '../fixtures/site/site.ts'

async function openConsole (page: Page, origin: string): Promise<Locator> {
  await visit(page, origin)
  await page.getByRole('link', { name: 'Console', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Commands' })).toBeVisible()
  return page.getByRole('combobox', { name: 'Command', exact: true })
}

const answerRegion = (page: Page): Locator => region(page, 'Output')

test('completes, runs, edits and copies a command in both notations', async ({ page, context, site, quiet }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const line = await openConsole(page, site.origin)
  const { text } = await rpc(page, 'add?cid-version=1&pin-name=a+name', { text: HELLO.text })
  expect(text).toContain(HELLO.cid)

  // With the keyboard only.
  await line.pressSequentially('ipfs pi')
  await expect(page.getByRole('listbox', { name: 'Arguments and options' }).getByRole('option')).toHaveText([
    /^pin /,
    /^ping /
  ])
  await line.press('Tab')
  await line.pressSequentially('l')
  await line.press('ArrowDown')
  await line.press('Enter')
  await expect(line).toHaveValue('ipfs pin ls ')
  await line.pressSequentially('--names --ty')
  await line.press('Tab')
  await line.pressSequentially('recursive')
  await line.press('Enter')
  await expect(answerRegion(page)).toContainText('200 · done')
  // The result keeps its command line, even after the line is edited.
  await expect(answerRegion(page).locator('.ran')).toHaveText('ipfs pin ls --names --type=recursive')
  await expect(answerRegion(page)).toContainText(HELLO.cid)

  // The form reflects the line, and edits it.
  const form = page.locator('.call-form')
  await expect(form.getByLabel('--type', { exact: true })).toHaveValue('recursive')
  await expect(form.getByLabel('--names', { exact: true })).toHaveValue('true')
  await form.getByLabel('--stream', { exact: true }).selectOption('true')
  await expect(line).toHaveValue('ipfs pin ls --names --type=recursive --stream')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(answerRegion(page)).toContainText('2 values')
  await expect(region(page, 'Values').getByRole('listitem').filter({ hasText: HELLO.cid })).toContainText(
    '"Name":"a name"'
  )
  // Each value can be expanded; arrow keys move between them.
  const lines = region(page, 'Values').locator('summary')
  await lines.first().press('ArrowDown')
  await expect(lines.last()).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(region(page, 'Content')).toContainText(/"Type": "recursive"/)

  await page.getByRole('button', { name: /as fetch/ }).click()
  const code = await page.evaluate(async () => await navigator.clipboard.readText())
  // The page's policy forbids running the text, so its request is sent instead.
  const target = /fetch\('([^']+)', \{ method: 'POST' \}\)/.exec(code)?.[1] ?? ''
  const logged = await page.evaluate(async (target) => await (await fetch(target, { method: 'POST' })).text(), target)
  expect(logged).toContain('"Name":"a name"')
  await page.getByRole('button', { name: /as kubo-rpc-client/ }).click()
  expect(await page.evaluate(async () => await navigator.clipboard.readText())).toContain(
    "ipfs.pin.ls({ names: true, type: 'recursive', stream: true })"
  )

  // A line may also be an API path.
  await line.fill('/api/v0/pin/ls?type=direct')
  await line.press('Enter')
  await expect(answerRegion(page)).toContainText('{}')
  await form.getByLabel('--type', { exact: true }).fill('all')
  await expect(line).toHaveValue('pin/ls?type=all')

  // The history is kept across a reload.
  await page.reload()
  await expect(page.getByText(/\d+ commands/)).toBeVisible()
  await line.press('ArrowUp')
  await expect(line).toHaveValue('/api/v0/pin/ls?type=direct')
  await line.press('ArrowUp')
  await line.press('ArrowUp')
  await expect(line).toHaveValue('ipfs pin ls --names --type=recursive')
  await line.press('ArrowDown')
  await expect(line).toHaveValue('ipfs pin ls --names --type=recursive --stream')
  await page.getByText('History').click()
  await page.getByRole('button', { name: 'Clear list' }).click()
  await expect(page.getByText('History')).toHaveCount(0)
  expect(quiet.seen()).toEqual([])
})

test("reports invalid input before the request, and the node's error after it", async ({ page, site, quiet }) => {
  quiet.allow(/Failed to load resource/)
  const line = await openConsole(page, site.origin)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v0/')) {
      asked.push(request.url())
    }
  })

  for (
    const [text, problem] of [
      ['ipfs pni ls', 'Did you mean “pin”?'],
      ['ipfs pin', 'a group of commands'],
      ['ipfs cat QmX --length=much', 'length must be a whole number'],
      ['ipfs block get', 'block get needs cid'],
      ['ipfs add photo.jpg', 'A page cannot open “photo.jpg” by its name'],
      ['ipfs pin ls "x', 'is not closed']
    ]
  ) {
    await line.fill(text)
    await line.press('Enter')
    await expect(page.getByRole('alert')).toContainText(problem)
  }
  // The form shows the parameters of a command.
  await line.fill('ipfs block get --help')
  await line.press('Enter')
  await expect(page.getByRole('heading', { name: 'block get' })).toBeFocused()
  await expect(page.getByRole('alert')).toHaveCount(0)
  expect(asked).toEqual([])

  await line.fill('ipfs block get nosuch')
  await line.press('Enter')
  await expect(answerRegion(page)).toContainText('500 · failed')
  await expect(answerRegion(page).getByRole('alert')).toContainText('path does not have enough components')
})

test(
  'sends files, shows bytes as text or hex, stops streams, and counts and saves many values',
  async ({ page, site }) => {
    const line = await openConsole(page, site.origin)
    await line.fill('ipfs add --cid-version=1')
    await page.getByLabel('Select path').setInputFiles({
      name: 'a file.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(HELLO.text)
    })
    await expect(line).toHaveValue("ipfs add --cid-version=1 'a file.txt'")
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(answerRegion(page)).toContainText(HELLO.cid)
    await expect(answerRegion(page)).toContainText('"a file.txt"')

    await line.fill(`ipfs cat ${HELLO.cid}`)
    await line.press('Enter')
    await expect(region(page, 'Content')).toHaveText('hello')
    await page.getByRole('button', { name: 'Hex' }).click()
    await expect(region(page, 'Content')).toHaveText(/^00000000 {2}68 65 6c 6c 6f .* hello$/)

    await line.fill('ipfs log tail')
    await line.press('Enter')
    await expect(answerRegion(page)).toContainText('running')
    await page.getByRole('button', { name: 'Stop' }).click()
    await expect(answerRegion(page)).toContainText('stopped')

    await page.evaluate(async () => {
      const body = new FormData()
      for (let i = 0; i < 1500; i++) {
        body.append('file', new Blob([`file ${i}`]), `${i}`)
      }
      await (await fetch('/api/v0/add?pin=false&cid-version=1', { method: 'POST', body })).text()
    })
    await line.fill('ipfs refs local')
    await line.press('Enter')
    await expect(answerRegion(page)).toContainText('1,502 values')
    await expect(region(page, 'Values').getByRole('listitem')).toHaveCount(501)
    await expect(region(page, 'Values')).toContainText('1,002 values between these')
    const downloading = page.waitForEvent('download')
    await answerRegion(page).getByRole('button', { name: 'Download' }).click()
    const saved = await readFile(await (await downloading).path(), 'utf8')
    expect(saved.split('\n').filter((row) => row !== '')).toHaveLength(1502)
  }
)

test('opens the console offline, with the command of a link', async ({ page, site }) => {
  await visit(page, site.origin)
  // The console was not opened before.
  await site.stop()
  await page.goto(`${site.origin}/#/console/${encodeURIComponent('ipfs version --number')}`)
  await page.reload()
  const line = page.getByRole('combobox', { name: 'Command', exact: true })
  await expect(line).toHaveValue('ipfs version --number')
  await expect(page.locator('.call-form').getByLabel('--number', { exact: true })).toHaveValue('true')
  await line.press('Enter')
  await expect(answerRegion(page)).toContainText('"Version": "0.40.0"')
})
