import { expect, test } from '../fixtures/site/deployment.ts'

test('ignores requests that a page still sends at the end of a test', async ({ page, deployment, quiet }) => {
  await page.goto(`${deployment.origin}/own-origins.json`)
  await page.evaluate(() => {
    let loads = 0
    const load = (): void => {
      void fetch(`/favicon.svg?${++loads}`, { cache: 'no-store' }).then(load, load)
    }
    load()
  })
  await page.waitForFunction(() => performance.getEntriesByType('resource').length > 3)
  expect(quiet.seen()).toEqual([])
})
