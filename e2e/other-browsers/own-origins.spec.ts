import { siteOrigin } from '../fixtures/site/own-site.ts'
import { addFiles, call, openApp, shownText } from './fixtures/page.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

const FILES = {
  'd/index.html': '<!doctype html><title>app</title><p id="p">…</p><script type="module" src="app.js"></script>',
  'd/app.js': "import { word } from './word.js'\nconst { x } = await (await fetch('x.json')).json()\n" +
    "document.getElementById('p').textContent = word + x",
  'd/word.js': "export const word = 'it runs: '",
  'd/x.json': '{"x":"all of it"}'
}

inEachBrowser(({ name }) => {
  test(
    name === 'Firefox' ? 'an app runs on its own origin' : 'a page says why its scripts are off',
    async ({ visitor, site }) => {
      await openApp(visitor, site)
      const cid = await addFiles(visitor, FILES)
      await visitor.goto(`${site.origin}/ipfs/${cid}/`)
      await expect.poll(async () => await shownText(visitor).catch(() => ''), { timeout: 60_000 }).toMatch(
        name === 'Firefox'
          ? /^it runs: all of it$/
          : /Scripts are off here.*: this browser treats hosts below localhost as other sites/
      )
      expect(await visitor.evaluate(() => location.origin)).toBe(
        name === 'Firefox' ? siteOrigin(site, cid) : site.origin
      )
      await openApp(visitor, site)
      expect((await call(visitor, 'version')).status).toBe(200)
    }
  )

  // WebKit has no own origins below localhost
  if (name !== 'Firefox') {
    return
  }

  test('objects and embedded documents of a site show content', async ({ visitor, site }) => {
    await openApp(visitor, site)
    const cid = await addFiles(visitor, {
      'd/index.html': '<!doctype html><title>outer</title><object id="o" width="200" ' +
        'data="/part.html?o">none</object><embed id="e" src="/part.html?e"><object id="s" ' +
        'type="image/svg+xml" data="/a.svg"></object>',
      'd/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"><text>drawn</text></svg>',
      'd/part.html': '<!doctype html><p>a part</p>'
    })
    await visitor.goto(`${site.origin}/ipfs/${cid}/`)

    // frames take their places
    const shown = async (): Promise<unknown> =>
      await visitor.evaluate(() =>
        [...document.querySelectorAll('iframe')].map((
          frame
        ) => [frame.id, frame.clientWidth, frame.contentDocument?.documentElement.textContent])
      ).catch(() => undefined)

    await expect.poll(shown, { timeout: 60_000 }).toEqual([['o', 200, 'a part'], ['e', 300, 'a part'], [
      's',
      300,
      'drawn'
    ]])
  })
})
