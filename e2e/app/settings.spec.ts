import type { Frame, Page } from 'playwright'
import { fileRow, HELLO, isReady, pick, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { killWorkers, rpc } from '../fixtures/site/site.ts'

/** Stores settings in the repo like an older version, or a restored backup. They apply when the worker restarts. */
async function leaveSettings (page: Page, changes: Record<string, object>): Promise<void> {
  await page.evaluate(async (changes) => {
    const { storageBuckets } = navigator as unknown as {
      storageBuckets: { open: (name: string) => Promise<{ indexedDB: IDBFactory }> }
    }
    const bucket = await storageBuckets.open('swipfs')
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = bucket.indexedDB.open('swipfs-data')
      request.onsuccess = () => {
        resolve(request.result)
      }
      request.onerror = () => {
        reject(request.error as Error)
      }
    })

    await new Promise<void>((resolve, reject) => {
      const transaction = db.transaction('swipfs-data', 'readwrite')
      const store = transaction.objectStore('swipfs-data')
      const reading = store.get('/local/config') as IDBRequest<Uint8Array>
      reading.onsuccess = () => {
        const config = JSON.parse(new TextDecoder().decode(reading.result)) as Record<string, object>
        for (const [section, values] of Object.entries(changes)) {
          config[section] = { ...config[section], ...values }
        }
        store.put(new TextEncoder().encode(JSON.stringify(config)), '/local/config')
      }
      transaction.oncomplete = () => {
        resolve()
      }
      transaction.onerror = () => {
        reject(transaction.error as Error)
      }
    })

    db.close()
  }, changes)
  await killWorkers(page.context(), page)
}

test('reports settings that block the page, and starts with the defaults', async ({ page, site, quiet }) => {
  quiet.allow(/403/)
  await visit(page, site.origin)
  await pick(page, HELLO)
  await expect(fileRow(page, HELLO.name)).toContainText('On this device')
  const { text: id } = await rpc(page, 'id')
  await rpc(page, 'config?arg=Datastore.StorageMax&arg=5GB')

  await leaveSettings(page, {
    API: { Authorizations: { lost: { AuthSecret: 'bearer:nobody-knows', AllowedPaths: ['/api/v0'] } } }
  })
  await page.reload()
  const problem = page.getByRole('alert')
  await expect(problem).toContainText('The settings of this node block this page.')
  expect((await rpc(page, 'config/show')).status).toBe(403)

  // A click that is not confirmed changes nothing.
  await problem.getByRole('button', { name: 'Reset to defaults' }).click()
  await expect(problem).toContainText('Your files, pins and Peer ID stay')
  await problem.getByRole('button', { name: 'Cancel' }).click()
  await expect(problem.getByRole('button', { name: 'Reset to defaults' })).toBeFocused()
  expect((await rpc(page, 'config/show')).status).toBe(403)

  await problem.getByRole('button', { name: 'Reset to defaults' }).click()
  await problem.getByRole('button', { name: 'Reset settings' }).click()
  await isReady(page)
  await expect(problem).toHaveCount(0)
  await expect(fileRow(page, HELLO.name)).toContainText('On this device')
  expect((await rpc(page, 'id')).text).toBe(id)

  // The reset is permanent.
  await killWorkers(page.context(), page)
  await visit(page, site.origin)
  await expect(fileRow(page, HELLO.name)).toContainText('On this device')
  expect((await rpc(page, 'config?arg=Datastore.StorageMax')).text).toContain('"10GB"')
})

test('a blocked tab recovers when another tab resets the settings', async ({ page, context, site, quiet }) => {
  quiet.allow(/403/)
  await visit(page, site.origin)
  await leaveSettings(page, {
    API: { Authorizations: { lost: { AuthSecret: 'bearer:nobody-knows', AllowedPaths: ['/api/v0'] } } }
  })
  const other = await context.newPage()
  for (const tab of [other, page]) {
    await tab.goto(site.origin)
    await expect(tab.getByRole('alert')).toContainText('The settings of this node block this page.')
  }

  await page.getByRole('button', { name: 'Reset to defaults' }).click()
  await page.getByRole('button', { name: 'Reset settings' }).click()
  await isReady(page)
  await other.bringToFront()
  await isReady(other)
})

test('runs without invalid settings, and lists them on the page', async ({ page, site }) => {
  await visit(page, site.origin)
  await leaveSettings(page, {
    API: { HTTPHeaders: { 'X-Note': ['a\nb'], 'X-Good': ['c'] } },
    Gateway: { HTTPHeaders: { 'bad name': ['x'], 'X-None': null }, RetrievalTimeout: 'soon' },
    Datastore: { StorageMax: 'much' }
  })
  await page.reload()
  await isReady(page)

  const problem = page.getByRole('alert')
  await expect(problem).toContainText('4 settings of this node are invalid.')
  await problem.getByText('Details').click()
  await expect(problem).toContainText('API.HTTPHeaders.X-Note holds a line end')
  expect(await page.evaluate(async () => (await fetch('/api/v0/version', { method: 'POST' })).headers.get('x-good')))
    .toBe('c')
  expect(await page.evaluate(async () => await (await fetch('/ipfs/bafkqablimvwgy3y')).text())).toBe('hello')

  // Each can be fixed individually, and then the message is gone.
  for (
    const [key, value] of [['API.HTTPHeaders', {}], ['Gateway.HTTPHeaders', {}], ['Gateway.RetrievalTimeout', null], [
      'Datastore.StorageMax',
      '10GB'
    ]]
  ) {
    expect(
      (await rpc(page, `config?arg=${key as string}&json=true&arg=${encodeURIComponent(JSON.stringify(value))}`)).status
    ).toBe(200)
  }
  await page.reload()
  await isReady(page)
  await expect(problem).toHaveCount(0)
})

test('a non-ASCII header setting does not block the page', async ({ app }) => {
  expect((await rpc(app, `config?arg=API.HTTPHeaders.X-Note&json=true&arg=${encodeURIComponent('["café ✓"]')}`)).status)
    .toBe(200)
  expect((await rpc(app, 'version')).status).toBe(200)
  await killWorkers(app.context(), app)
  expect((await rpc(app, 'config?arg=API.HTTPHeaders&json=true&arg=%7B%7D')).status).toBe(200)
})

/** Returns whether the worker answers a script of this document. */
async function isAnswered (place: Page | Frame): Promise<boolean> {
  return await place.evaluate(async () => {
    const worker = (await navigator.serviceWorker.ready).active as ServiceWorker
    const ask = async (type: string): Promise<unknown> => {
      const { port1, port2 } = new MessageChannel()
      worker.postMessage({ type }, [port2])
      return await new Promise((resolve) => {
        port1.onmessage = resolve
      })
    }

    const reset = ask('reset-config').then(() => true)
    // Messages are handled in order: this one, which is always allowed, is answered after the other.
    const behind = ask('version').then(async () =>
      await new Promise((resolve) => {
        setTimeout(resolve, 500)
      })
    ).then(() => false)
    return await Promise.race([reset, behind])
  })
}

test("only the node's own pages may reset the settings", async ({ app, site }) => {
  await rpc(app, 'config?arg=Datastore.StorageMax&arg=5GB')

  const other = await app.context().newPage()
  await other.goto(`${site.origin}/ipfs/bafkqablimvwgy3y`)
  expect(await isAnswered(other)).toBe(false)

  await other.goto(`${site.origin}/manifest.webmanifest`)
  await other.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = location.href
    document.body.append(frame)
  })
  await expect.poll(() => other.frames().length).toBe(2)
  expect(await isAnswered(other.frames()[1])).toBe(false)
  expect((await rpc(app, 'config?arg=Datastore.StorageMax')).text).toContain('"5GB"')

  expect(await isAnswered(other)).toBe(true)
  expect((await rpc(app, 'config?arg=Datastore.StorageMax')).text).toContain('"10GB"')
})
