import { plainSite } from '../fixtures/site/plain-site.ts'
import { shownText } from './fixtures/page.ts'
import { runScript } from './fixtures/run-script.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

// Tests of the fixtures: stories rely on them for events that WebKitWebDriver does not report.

test('a script whose reply is lost fails, because the current document does not run it', async () => {
  const checks: unknown[] = []

  await expect(runScript(
    {
      async post<R> (path: string, { args }: { args?: unknown[] }): Promise<R> {
        if (path === '/execute/async') {
          return await new Promise(() => {})
        }
        checks.push(args)
        return (checks.length === 1) as R // pending at first
      }
    },
    '() => {}',
    { arg: undefined },
    10
  )).rejects.toThrow('another document replaced that of the script')
  expect(checks).toHaveLength(2)
})

inEachBrowser(({ name }) => {
  // Firefox leaves such a script pending while the document is in its back/forward cache.
  if (name !== 'Firefox') {
    test('a script fails if another document replaces its page, and the next one runs there', async ({ visitor }) => {
      const site = await plainSite({
        'index.html': '<!doctype html><p>first</p>',
        'next.html': '<!doctype html><p>next</p>'
      })
      const first = `${site.origin}/ipfs/plain/index.html`
      const next = `${site.origin}/ipfs/plain/next.html`

      try {
        await visitor.goto(first)
        await expect(visitor.evaluate(async (next) => {
          location.href = next
          await new Promise(() => {})
        }, next)).rejects.toThrow()
        await expect.poll(async () => await visitor.evaluate(() => location.href).catch(() => '')).toBe(next)
      } finally {
        await site.close()
      }
    })
  }

  test('rows that are skipped until the window is drawn count as shown, hidden ones do not', async ({ visitor }) => {
    const site = await plainSite({
      'index.html': '<!doctype html><p>head</p><p style="height: 9000px"></p>' +
        '<p style="content-visibility: auto">far below</p><p hidden>hidden</p>'
    })

    try {
      await visitor.goto(`${site.origin}/ipfs/plain/index.html`)
      expect(await shownText(visitor)).toMatch(/^head\s+far below$/)
    } finally {
      await site.close()
    }
  })
})
