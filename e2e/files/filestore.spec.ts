import type { Page } from 'playwright'
import { writeOriginFile } from '../fixtures/browser/origin-file.ts'
import { act, chooseNew, fileRow } from '../fixtures/page/page.ts'
import { violations } from '../fixtures/page/violations.ts'
import { test } from '../fixtures/site/installed-worker.ts'
import { expect, killWorkers, rpc } from '../fixtures/site/site.ts'

const BYTES = 64 * 1024 * 1024
const NAME = 'picked.bin'

// The origin private file system returns the same handles as a picker, without a dialog.

test('adds a picked file without a copy, and detects changes to it', async ({ app, context }) => {
  await rpc(app, 'config?arg=Experimental.FilestoreEnabled&arg=true&bool=true')
  await killWorkers(context, app) // The setting applies after a restart.
  await writeOriginFile(app, NAME, BYTES)

  const cid = await addReference(app)
  const stat = JSON.parse((await rpc(app, 'repo/stat')).text) as { RepoSize: number }
  expect(stat.RepoSize).toBeLessThan(BYTES / 100)

  await killWorkers(context, app)
  expect(await sameAsFile(app, cid)).toBe(true)
  expect(await statuses(app)).toEqual({ 0: BYTES / 262_144 })

  await changeFile(app)
  expect(await statuses(app)).toEqual({ 0: BYTES / 262_144 - 1, 12: 1 })
  const read = await rpc(app, `cat?arg=${cid}&length=1000`)
  expect(read.status).toBe(500)
  expect(read.text).toContain('data in file did not match.')

  await app.evaluate(async (name) => {
    await (await navigator.storage.getDirectory()).removeEntry(name)
  }, NAME)
  expect(await statuses(app)).toEqual({ 11: BYTES / 262_144 })
  expect((await rpc(app, `cat?arg=${cid}`)).text).toContain('no such file')
})

test('refuses a reference to a file that was not handed over', async ({ app, context }) => {
  await rpc(app, 'config?arg=Experimental.FilestoreEnabled&arg=true&bool=true')
  await killWorkers(context, app)
  const answer = await app.evaluate(async () => {
    const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: ' +
      'application/octet-stream\r\nAbspath: /etc/hostname\r\n\r\nx\r\n--b--\r\n'
    return await (await fetch('/api/v0/add?nocopy=true', {
      method: 'POST',
      body: new Blob([body], { type: 'multipart/form-data; boundary=b' })
    })).text()
  })
  expect(answer).toContain('cannot add filestore references outside ipfs root (/picked/)')
  expect((await rpc(app, 'filestore/ls')).text).toBe('')
})

test('explains an add without copying before it starts', async ({ app }) => {
  await app.evaluate(async ([name]) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(name, { create: true })
    const writable = await handle.createWritable()
    await writable.write('stays where it is')
    await writable.close()
    // The dialog belongs to the browser and returns such a handle.
    Object.assign(window, { showOpenFilePicker: async () => [handle] })
  }, [NAME])

  await chooseNew(app, 'Link a file…')
  const question = app.getByRole('alertdialog', { name: 'Add 1 file without copying?' })
  await expect(question).toContainText('only while the file stays unchanged')
  expect(await violations(app)).toEqual([])
  await question.getByRole('button', { name: 'Turn on and add' }).click()
  await expect(fileRow(app, NAME)).toContainText('On this device')
  expect((await rpc(app, 'filestore/ls')).text).toContain('"FilePath":"/picked/')

  // It asks only once.
  await act(app, NAME, 'Delete')
  await expect(fileRow(app, NAME)).toHaveCount(0)
  await chooseNew(app, 'Link a file…')
  await expect(fileRow(app, NAME)).toBeVisible()
  await expect(question).toHaveCount(0)
})

async function changeFile (page: Page): Promise<void> {
  await page.evaluate(async (name) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(name)
    const first = new Uint8Array(await (await handle.getFile()).slice(0, 1).arrayBuffer())
    const writable = await handle.createWritable({ keepExistingData: true })
    await writable.write({ type: 'write', position: 0, data: Uint8Array.of(first[0] ^ 1) })
    await writable.close()
  }, NAME)
}

/** Adds a reference like `addReference` of the client library. */
async function addReference (page: Page): Promise<string> {
  return await page.evaluate(async (name) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(name)
    const { port1, port2 } = new MessageChannel()
    const answered = new Promise<{ path: string }>((resolve) => {
      port1.onmessage = ({ data }) => {
        resolve(data as { path: string })
      }
    })
    navigator.serviceWorker.controller!.postMessage({ type: 'keep-file', file: handle }, [port2])
    const { path } = await answered
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: ' +
      `application/octet-stream\r\nAbspath: ${path}\r\n\r\n`
    const body = new Blob([head, await handle.getFile(), '\r\n--b--\r\n'], { type: 'multipart/form-data; boundary=b' })
    return ((await (await fetch('/api/v0/add?nocopy=true&cid-version=1', { method: 'POST', body })).json()) as {
      Hash: string
    }).Hash
  }, NAME)
}

async function sameAsFile (page: Page, cid: string): Promise<boolean> {
  return await page.evaluate(async ([name, cid]) => {
    const digest = async (bytes: ArrayBuffer): Promise<string> =>
      String(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)))
    const file = await (await (await navigator.storage.getDirectory()).getFileHandle(name)).getFile()
    return await digest(await file.arrayBuffer()) === await digest(await (await fetch(`/ipfs/${cid}`)).arrayBuffer())
  }, [NAME, cid] as const)
}

/** Counts the references by status. */
async function statuses (page: Page): Promise<Record<string, number>> {
  const lines = (await rpc(page, 'filestore/verify')).text.trim().split('\n').map((line) =>
    (JSON.parse(line) as { Status: number }).Status
  )
  return Object.fromEntries(
    [...new Set(lines)].map((status) => [status, lines.filter((other) => other === status).length])
  )
}
