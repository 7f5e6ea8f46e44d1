import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { edit, expect, test } from '../fixtures/build/examples.ts'
import { npm } from '../fixtures/build/packed.ts'
import { STATIC_HOSTS } from '../fixtures/site/static-hosts.ts'

// The tests share the folder of the static site, which one process prepares.
test.describe.configure({ mode: 'default' })

for (const [name, start] of Object.entries(STATIC_HOSTS)) {
  test(`installs a multi-page app on ${name}`, async ({ page, trainSite, copyOf }) => {
    const dist = await copyOf(path.join(trainSite, 'dist'))
    const host = await start(dist)

    try {
      await page.goto(host.origin)
      await expect(page.locator('#state')).toHaveText('Ready')
    } finally {
      await host.stop()
    }

    for (
      const [path, heading] of [
        ['/plain.html', 'Plain'],
        ['/plain', 'Plain'],
        ['/plain?utm_source=mail', 'Plain'],
        ['/404.html', 'Lost'],
        ['/about/', 'About'],
        ['/rooms/5?x=1', 'A site for trains']
      ]
    ) {
      await page.goto(host.origin + path)
      await expect(page.getByRole('heading')).toHaveText(heading)
    }
  })
}

test('seeks in a cached video, and leaves a large one to the host', async ({ page, serve, trainSite }) => {
  const folder = trainSite
  const list = await readFile(path.join(folder, 'dist', 'sw.js'), 'utf8')
  expect(list.split('\n')[0]).toContain('/film.webm')
  expect(list.split('\n')[0]).not.toContain('/long.webm')
  const { origin, stop } = await serve(path.join(folder, 'dist'))
  await page.goto(origin)
  await expect(page.locator('#state')).toHaveText('Ready')
  await stop()
  expect(
    await page.evaluate(async () => {
      const video = document.createElement('video')
      video.preload = 'auto'
      video.muted = true
      video.src = '/film.webm'
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve
        video.onerror = () => {
          reject(video.error)
        }
      })
      return video.seekable.length === 1 && video.seekable.end(0) > 0
    })
  ).toBe(true)
})

test(
  'a host with a stale cache keeps the previous version, and the new one is installed later',
  async ({ page, serve, offlineSite, copyOf }) => {
    const folder = offlineSite
    const dist = await copyOf(path.join(folder, 'dist'))
    const { origin } = await serve(dist)
    await page.goto(origin)
    await expect(page.locator('#state')).toHaveText('Ready')
    const version = async (): Promise<string[]> =>
      await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('swipfs-shell-')))
    const [old] = await version()

    // The next version except its page: the old page references removed scripts.
    const next = await copyOf(folder)
    await edit(path.join(next, 'main.js'), "textContent = 'Ready'", "textContent = 'Ready again'")
    await npm(next, 'run', 'build')
    const page0 = await readFile(path.join(dist, 'index.html'))
    await rm(dist, { recursive: true })
    await cp(path.join(next, 'dist'), dist, { recursive: true })
    await writeFile(path.join(dist, 'index.html'), page0)

    expect(
      await page.evaluate(async () => {
        const registration = (await navigator.serviceWorker.getRegistration())!
        const ended = new Promise<string>((resolve) => {
          registration.addEventListener('updatefound', () => {
            const worker = registration.installing!
            worker.addEventListener('statechange', () => {
              resolve(worker.state)
            })
          })
        })
        await registration.update().catch(() => {})
        return await ended
      })
    ).toBe('redundant')
    expect(await version()).toEqual([old])
    await page.reload()
    await expect(page.locator('#state')).toHaveText('Ready')

    await cp(path.join(next, 'dist', 'index.html'), path.join(dist, 'index.html'))
    await page.reload()
    await expect(page.locator('#state')).toHaveText('Ready again')
    expect(await version()).not.toContain(old)
  }
)
