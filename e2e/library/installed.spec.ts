import type { Page } from 'playwright'
import { fileRow, HELLO, isReady, openSection, visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet.ts'
import { violations } from '../fixtures/page/violations.ts'
import { killWorkers } from '../fixtures/site/site.ts'

/** Sends the request that the system sends when a user shares data with the installed page. */
async function shareWith (
  page: Page,
  origin: string,
  { files = [], ...words }: { files?: Array<{ name: string; text: string }>; text?: string; url?: string }
): Promise<void> {
  await page.goto('about:blank')
  await page.evaluate(({ origin, files, words }) => {
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      enctype: 'multipart/form-data',
      action: `${origin}/share-target`
    })
    const put = (name: string, part: object): void => {
      form.append(Object.assign(document.createElement('input'), { name }, part))
    }
    for (const [name, value] of Object.entries(words)) {
      put(name, { value })
    }
    const transfer = new DataTransfer()
    for (const { name, text } of files) {
      transfer.items.add(new File([text], name))
    }
    if (files.length > 0) {
      put('files', { type: 'file', multiple: true })
      form.querySelector<HTMLInputElement>('[type=file]')!.files = transfer.files
    }
    document.body.append(form)
    form.submit()
  }, { origin, files, words })
  await page.waitForURL(`${origin}/**`)
  await isReady(page)
}

test('adds shared files once the user agrees, and only once', async ({ page, site }) => {
  await visit(page, site.origin)
  await shareWith(page, site.origin, { files: [HELLO, { name: 'ü & 2.txt', text: 'two' }] })
  const asked = page.getByRole('alertdialog', { name: 'Shared with this page' })
  await expect(asked).toContainText('2 files')
  await expect(asked.getByRole('button', { name: 'Add' })).toBeFocused()
  await expect(page.getByText('Drop files here.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(page.url()).toBe(`${site.origin}/`)
  await page.keyboard.press('Enter')
  await expect(fileRow(page, HELLO.name)).toContainText('On this device')
  await expect(fileRow(page, 'ü & 2.txt')).toContainText('On this device')
  await page.goto(`${site.origin}/?shared=yes`)
  await isReady(page)
  await expect(asked).toHaveCount(0)
})

test('opens content of a shared link and of a link with its scheme', async ({ page, site }) => {
  await visit(page, site.origin)
  await page.locator('[data-pick=files]').setInputFiles({
    name: HELLO.name,
    mimeType: 'text/plain',
    buffer: Buffer.from(HELLO.text)
  })
  await expect(fileRow(page, HELLO.name)).toBeVisible()
  await shareWith(page, site.origin, { text: `see https://dweb.link/ipfs/${HELLO.cid}` })
  await page.getByRole('alertdialog').getByRole('link', { name: 'Open' }).click()
  await expect(page.locator('body')).toHaveText('hello')

  for (const scheme of ['ipfs', 'web+ipfs']) {
    await page.goto(`${site.origin}/?open=${encodeURIComponent(`${scheme}://${HELLO.cid}`)}`)
    await expect(page.locator('body')).toHaveText('hello')
  }

  await page.goto(`${site.origin}/?open=${encodeURIComponent('javascript:alert(1)')}`)
  await expect(page.getByRole('alert')).toContainText('This link doesn’t point to IPFS content.')
})

test('accepts shared data in any form, also after the worker was stopped', async ({ page, context, site }) => {
  await visit(page, site.origin)
  const asked = page.getByRole('alertdialog', { name: 'Shared with this page' })
  await shareWith(page, site.origin, {})
  await expect(asked).toHaveCount(0)

  await shareWith(page, site.origin, { text: 'just words' })
  await expect(asked).toContainText('Shared text.txt')
  await page.keyboard.press('Escape')
  await expect(asked).toHaveCount(0)

  await shareWith(page, site.origin, { files: [{ name: '', text: '1' }] })
  await expect(asked).toContainText('Unnamed, 1 byte')
  await page.keyboard.press('Escape')

  // The same again, with a worker that must start first.
  for (let i = 0; i < 2; i++) {
    await killWorkers(context, page)
    await shareWith(page, site.origin, { files: [{ name: 'a.car', text: 'not really' }] })
    await expect(asked).toContainText('a.car')
  }

  await asked.getByRole('button', { name: 'Add' }).click()
  const car = page.getByRole('alertdialog', { name: 'Import a.car?' })
  await expect(car.getByRole('button', { name: 'Import contents' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(car).toHaveCount(0)

  await shareWith(page, site.origin, {
    text: `${site.origin}/#${new URLSearchParams({
      open: `/ipfs/${HELLO.cid}`,
      at: '/dns4/relay.example/tcp/443/wss/p2p/x'
    })}`
  })
  await expect(asked.getByRole('link', { name: 'Open' })).toHaveAttribute('href', /^#open=/)
})

test('a link with a scheme opens only content, with any characters in its names', async ({ page, site }) => {
  await visit(page, site.origin)
  const { cid } = await page.evaluate(async () => {
    const form = new FormData()
    form.append('file', new Blob(['odd name']), encodeURIComponent('a?b#c%41.txt'))
    const response = await fetch('/api/v0/add?wrap-with-directory=true', { method: 'POST', body: form })
    return { cid: (JSON.parse((await response.text()).trim().split('\n').at(-1)!) as { Hash: string }).Hash }
  })
  await page.goto(`${site.origin}/?open=${encodeURIComponent(`ipfs://${cid}/${encodeURIComponent('a?b#c%41.txt')}`)}`)
  await expect(page.locator('body')).toHaveText('odd name')

  for (
    const link of [
      'ipfs://',
      'ipfs://..',
      'ipfs://../../?shared=yes',
      `ipfs://${cid}/%2e%2e/%2e%2e/api/v0/id`,
      '//example.com/ipfs/x',
      'web+javascript:alert(1)'
    ]
  ) {
    await page.goto(`${site.origin}/?open=${encodeURIComponent(link)}`)
    await expect(page.getByRole('alert'), link).toContainText('This link doesn’t point to IPFS content.')
    expect(page.url()).toBe(`${site.origin}/`)
  }
})

test('adds files that are opened with the app, and reports a missing one', async ({ page, site }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'launchQueue', {
      value: {
        setConsumer: (consumer: unknown) => {
          Object.assign(window, { launch: consumer })
        }
      }
    })
  })
  const open = async (name: string, isGone = false): Promise<void> => {
    await page.evaluate(async ({ name, isGone }) => {
      const root = await navigator.storage.getDirectory()
      const handle = await root.getFileHandle(name, { create: true })
      const writable = await handle.createWritable()
      await writable.write(name)
      await writable.close()
      if (isGone) {
        await root.removeEntry(name)
      }
      ;(window as unknown as { launch: (launch: { files: unknown[] }) => void }).launch({ files: [handle] })
    }, { name, isGone })
  }
  await visit(page, site.origin)
  await open('opened.txt')
  await expect(fileRow(page, 'opened.txt')).toContainText('On this device')
  await open('opened.car')
  await expect(page.getByRole('alertdialog')).toContainText('Import opened.car?')
  await open('gone.txt', true)
  await expect(page.getByRole('alert')).toContainText('A file no longer exists.')
})

test('offers the installation by a button, and asks once', async ({ page, site }) => {
  await visit(page, site.origin)
  await openSection(page, '#/node/storage')
  const button = page.getByRole('button', { name: 'Install' })
  await expect(button).toHaveCount(0)
  const isHeld = await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: async () => {
        document.title = `asked ${document.title}`
        return { outcome: 'dismissed' }
      }
    })
    return !window.dispatchEvent(offer)
  })
  expect(isHeld).toBe(true)
  expect(await violations(page)).toEqual([])
  await button.press('Enter')
  await expect(page).toHaveTitle(/^asked (?!asked)/)
  await expect(button).toHaveCount(0)
  // Keyboard focus stays where the button was.
  await expect(page.getByRole('heading', { name: 'Storage', exact: true })).toBeFocused()
})

test('the browser accepts the whole manifest, with the colour of the page', async ({ page, site }) => {
  await visit(page, site.origin)
  const session = await page.context().newCDPSession(page)
  const { errors, data } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const { theme_color: colour } = JSON.parse(data!) as { theme_color: string }
  expect(await page.locator('meta[name=theme-color]').first().getAttribute('content')).toBe(colour)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--paper'))).toBe(colour)
})

test(
  'the images of the manifest have their declared sizes, and are not stored for offline use',
  async ({ page, site }) => {
    await visit(page, site.origin)
    const { screenshots } = await page.evaluate(async () => await (await fetch('/manifest.webmanifest')).json()) as {
      screenshots: Array<{ src: string; sizes: string; form_factor: string }>
    }
    expect(screenshots.map(({ form_factor: form }) => form).sort()).toEqual(['narrow', 'wide'])

    for (const { src, sizes } of screenshots) {
      expect(
        await page.evaluate(async (src) => {
          const { width, height } = await createImageBitmap(await (await fetch(src)).blob())
          return `${width}x${height}`
        }, src)
      ).toBe(sizes)

      expect(await page.evaluate(async (src) => await caches.match(src) == null, src)).toBe(true)
    }
  }
)
