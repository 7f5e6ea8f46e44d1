#!/usr/bin/env node
// - `npm run pictures`: takes the screenshots for the page's manifest, which browsers show before installation
//   (public/screenshots/), and the picture of the README (docs/page.png).
// - `npm run pictures -- --sections FOLDER [--only TEXT]`: takes a picture of every state of the app and of the
//   gateway's pages, in each size, theme and direction, to be looked at.
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ensureInstall } from '../../install/ensure-install.mjs'
import { ROOT } from '../../root.mjs'

/** Screenshots have the sizes of public/manifest.webmanifest. */
const PICTURES = [
  { file: 'public/screenshots/wide.png', at: '/', viewport: { width: 1280, height: 800 } },
  { file: 'docs/page.png', at: '/', viewport: { width: 1280, height: 560 } },
  {
    file: 'public/screenshots/narrow.png',
    at: '/',
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true
  }
]

const FILES = [
  [
    'Herbarium.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#e4efe6"/><path d="M32 58V22M32 40C20 38 16 28 18 18c10 2 14 10 14 22M32 32c0-10 6-18 16-20 1 10-5 20-16 20" fill="#5b8f6b" stroke="#2f5d3e" stroke-width="2"/></svg>'
  ],
  [
    'Field notes.md',
    'text/markdown',
    '# Field notes\n\nThe meadow behind the mill, in May.\n\n- cowslip\n- lady’s mantle\n- three kinds of clover\n'
  ],
  ['Species.csv', 'text/csv', 'name,count\ncowslip,14\nlady’s mantle,3\nclover,120\n']
]

const { values: options } = parseArgs({
  options: { sections: { type: 'string' }, only: { type: 'string', default: '' } }
})

await ensureInstall(ROOT, { log: console.log })
const { ensureChromium } = await import('../../install/ensure-chromium.mjs')
const { launchOptions } = await import('../../browser/launch-options.mjs')
const { ensureBuild } = await import('../../build/ensure-build.mjs')
const { startStaticServer } = await import('../../serve/static-server/static-server.mjs')
const { chromium } = await import('playwright')

await ensureBuild(ROOT)
// The node contacts no peers for a picture.
const server = await startStaticServer({
  root: path.join(ROOT, 'dist'),
  port: 0,
  instead: { '/relay.json': async () => '{"swarm":false}' }
})
const browser = await chromium.launch({ ...launchOptions(), executablePath: await ensureChromium() })

try {
  if (options.sections != null) {
    const { takeSectionPictures } = await import('./section-pictures.mjs')
    const origin = `http://node.localhost:${server.port}`
    await takeSectionPictures(browser, origin, options.sections, new RegExp(options.only))
  }

  for (const { file, at, ...look } of options.sections == null ? PICTURES : []) {
    const context = await browser.newContext({ locale: 'en-GB', colorScheme: 'light', ...look })
    const page = await context.newPage()
    const origin = `http://node.localhost:${server.port}`
    await page.goto(`${origin}/`)
    await page.waitForFunction(() => navigator.serviceWorker.controller != null)

    await page.evaluate(async (files) => {
      await fetch('/api/v0/files/mkdir?arg=/Garden', { method: 'POST' })

      for (const [name, type, text] of files) {
        const form = new FormData()
        form.append('file', new File([text], name, { type }))
        const response = await fetch(
          `/api/v0/add?pin-name=${encodeURIComponent(name)}&to-files=${encodeURIComponent(`/${name}`)}`,
          { method: 'POST', body: form }
        )
        if (!response.ok) {
          throw new Error(await response.text())
        }
        await response.text()
      }
    }, FILES)

    await page.goto(`${origin}${at}`)
    await page.reload()
    await page.getByText(FILES[0][0], { exact: true }).first().waitFor()
    // Waits for data that is loaded after the first paint: sizes, thumbnails.
    await page.waitForTimeout(2000)
    await page.evaluate(() => {
      document.activeElement?.blur()
    })
    await mkdir(path.dirname(path.join(ROOT, file)), { recursive: true })
    await page.screenshot({ path: path.join(ROOT, file) })
    await context.close()
  }
} finally {
  await browser.close()
  await server.close()
}
