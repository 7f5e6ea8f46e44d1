import { fileURLToPath } from 'node:url'
import { expect, test } from 'playwright/test'
import { isReady, visit } from './fixtures/page.ts'
import { STATIC_HOSTS } from './fixtures/static-hosts.ts'

const DIST = fileURLToPath(new URL('../dist', import.meta.url))

for (const [name, start] of Object.entries(STATIC_HOSTS)) {
  test(`the build starts on ${name}, and opens without it`, async ({ page }) => {
    const host = await start(DIST)

    try {
      await visit(page, host.origin)
      expect(await page.evaluate(async () => (await (await caches.open((await caches.keys()).find((key) => key.startsWith('swipfs-shell-'))!)).match('/home-frame.html'))?.redirected)).toBe(false)
    } finally {
      await host.stop()
    }

    await page.reload()
    await isReady(page)
    // the frame of the node, in both forms of its path
    for (const path of ['/home-frame.html', '/home-frame']) expect((await page.goto(`${host.origin}${path}`))?.status()).toBe(200)
  })
}
