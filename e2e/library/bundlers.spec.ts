import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, failures, storesText, test } from '../fixtures/build/examples.ts'

/** Time to install and build an example: two cores may be busy with other tests. */
const BUILD_MS = 900_000

for (const name of ['webpack', 'rollup', 'rolldown', 'esbuild', 'next']) {
  test(`an app that ${name} has built stores a text, and opens offline`, async ({ page, serve, bundled }) => {
    test.setTimeout(BUILD_MS)
    const dist = path.join(await bundled(name), 'dist')
    expect(await readFile(path.join(dist, '_headers'), 'utf8')).toContain('/sw.js\n  Cache-Control: no-cache')
    const errors = failures(page)
    const { origin, stop } = await serve(dist)
    await page.goto(origin)
    await expect(page.locator('#state')).toHaveText('Ready')
    await storesText(page)
    await expect(page.locator('#link')).toHaveText('/ipfs/bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq')
    await stop()
    await page.goto(origin)
    await expect(page.locator('#state')).toHaveText('Ready')
    expect(errors).toEqual([])
  })
}
