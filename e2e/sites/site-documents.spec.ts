import type { BrowserContext, Page } from 'playwright'
import { test } from '../fixtures/page/quiet.ts'
import { addSite, fetched, ICON, removeHome, siteOrigin } from '../fixtures/site/own-site.ts'
import { expect, killWorkers, rpc } from '../fixtures/site/site.ts'

/** A script that shows in the title that it ran, and that the document is not in quirks mode. */
const RUNS = 'document.title = document.compatMode'
const lateName = (i: number): string => `late-${i}.txt`
/** Files of distinct content: a site keeps the blocks that it has loaded once. */
const LATE = Object.fromEntries(Array.from({ length: 32 }, (_, i) => [lateName(i), `asked for late ${i}`]))

/**
 * Stops both workers, like a browser after half a minute, and expects that the page can load a file.
 *
 * @param number - that of a file that was not loaded yet
 */
async function expectLateFile (context: BrowserContext, page: Page, number: number): Promise<void> {
  await killWorkers(context, page)
  expect(await fetched(page, `/${lateName(number)}`), page.url()).toBe(`200 asked for late ${number}`)
}

test('leaves an unusual start of a document unchanged, and its page works', async ({ app, context, site }) => {
  const pages = {
    'attributes.html': `<!doctype html><html data-a="a > b" x-data='{"f":"() => 1"}'><head ` +
      `data-json='{"<head>":">"}'>${ICON}<script>${RUNS}</script></head><body :class="1 > 0 ? 'a' : ` +
      `'b'"><p>text</p></body></html>`,
    'prolog.html':
      `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n<html><head>${ICON}<script>${RUNS}</script></head><body><p>text</p></body></html>`,
    'bogus.html': `<!foo><?php echo "a" ?><!doctype html>${ICON}<script>${RUNS}</script><body><p>text</p>`
  }
  const cid = await addSite(app, { ...pages, ...LATE })
  const page = await context.newPage()

  for (const [i, [name, html]] of Object.entries(pages).entries()) {
    await page.goto(`${siteOrigin(site, cid)}/${name}`)
    await expect(page).toHaveTitle('CSS1Compat')
    expect(await page.evaluate(() => document.body.innerText.trim())).toBe('text')
    expect(await page.evaluate(() => document.querySelector('script')!.textContent)).toBe(RUNS)
    expect(await fetched(page, `/${name}`)).toBe(`200 ${html}`)
    await expectLateFile(context, page, i)
  }
  await page.goto(`${siteOrigin(site, cid)}/attributes.html`)
  expect(await page.evaluate(() => [document.documentElement.dataset.a, document.head.dataset.json])).toEqual([
    'a > b',
    '{"<head>":">"}'
  ])
})

test('documents of any status and syntax stay connected to their node', async ({ app, context, site, quiet }) => {
  quiet.allow(/404|410|Failed to load resource/)
  const utf16 = Buffer.from(`\ufeff<!doctype html>${ICON}<title>wide</title><p>ü`, 'utf16le')
  const cid = await addSite(app, {
    _redirects: '/gone /gone.html 410\n/* /404.html 404',
    '404.html': `<!doctype html>${ICON}<title>an app</title>`,
    'gone.html': `<!doctype html>${ICON}<title>gone</title>`,
    'page.xhtml': `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>${
      ICON.replace('>', '/>')
    }<title>x</title></head><body/></html>`,
    'a.svg':
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><title>s</title><rect width="10" height="10"/></svg>',
    ...LATE
  })
  const { Hash: wide } = JSON.parse(
    await app.evaluate(async (bytes) => {
      const body = new FormData()
      body.append('file', new Blob([new Uint8Array(bytes)]))
      return await (await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })).text()
    }, [...utf16])
  ) as { Hash: string }
  const { Hash } = JSON.parse((await rpc(app, `object/patch/add-link?arg=${cid}&arg=wide.html&arg=${wide}`)).text) as {
    Hash: string
  }
  const origin = siteOrigin(
    site,
    (JSON.parse((await rpc(app, `cid/format?arg=${Hash}&v=1&b=base32`)).text) as { Formatted: string }).Formatted
  )
  const page = await context.newPage()

  for (const [i, path] of ['/no/such/route', '/gone', '/page.xhtml', '/a.svg', '/wide.html'].entries()) {
    await page.goto(origin + path)
    // The first visit shows the page that installs the worker.
    await expect(page.locator('script'), path).toHaveCount(0)
    await expect(page.locator('parsererror'), path).toHaveCount(0)
    await expectLateFile(context, page, i)
  }
})

test(
  'XML documents that browsers display with styles or scripts stay connected to their node',
  async ({ app, context, site, quiet }) => {
    quiet.allow(/favicon|XSLT/)
    const cid = await addSite(app, {
      'css.xml': '<?xml version="1.0"?><?xml-stylesheet type="text/css" href="a.css"?><list><item>text</item></list>',
      'a.css': 'list { color: rgb(1, 2, 3) }',
      'feed.atom':
        '<feed xmlns="http://www.w3.org/2005/Atom"><content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">text</div></content></feed>',
      'scripted.xml':
        '<list xmlns:h="http://www.w3.org/1999/xhtml"><item>text</item><h:script>document.documentElement.setAttribute("ran", "")</h:script></list>',
      'xslt.rss': '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="a.xsl"?><rss><title>text</title></rss>',
      'a.xsl':
        '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><head><title>made</title></head><body><xsl:value-of select="rss/title"/></body></html></xsl:template></xsl:stylesheet>',
      'plain.xml': '<list><item>text</item></list>',
      ...LATE
    })
    const page = await context.newPage()

    for (const [i, name] of ['css.xml', 'feed.atom', 'scripted.xml', 'xslt.rss'].entries()) {
      await page.goto(`${siteOrigin(site, cid)}/${name}`)
      await expect(page.locator('script[src]'), name).toHaveCount(0)
      await expect(page.getByText('text'), name).toBeVisible()
      await expectLateFile(context, page, 2 * i)
      await expectLateFile(context, page, 2 * i + 1)
    }

    // The browser shows the source of a document without a style. It may be opened again at any time.
    for (let round = 0; round < 2; round++) {
      await page.goto(`${siteOrigin(site, cid)}/plain.xml?${round}`)
      await expect(page.getByText('does not appear to have any style information')).toBeVisible()
      await killWorkers(context, page)
    }
  }
)

test('a film that a tab opens can be moved after the site was idle', async ({ app, context, site }) => {
  const cid = await app.evaluate(async () => {
    // A sound of eleven minutes, in samples of 16 bits: larger than what a browser reads ahead.
    const [rate, size, head] = [44_100, 60_000_000, 44]
    const bytes = new Uint8Array(head + size)
    const view = new DataView(bytes.buffer)
    bytes.set(new TextEncoder().encode('RIFF    WAVEfmt '))
    bytes.set(new TextEncoder().encode('data'), 36)
    view.setUint32(4, head - 8 + size, true)
    view.setUint32(16, 16, true)
    view.setUint16(20, 1, true)
    view.setUint16(22, 1, true)
    view.setUint32(24, rate, true)
    view.setUint32(28, 2 * rate, true)
    view.setUint16(32, 2, true)
    view.setUint16(34, 16, true)
    view.setUint32(40, size, true)
    for (let at = head; at < size; at += 65_536) {
      view.setUint32(at, at, true)
    }
    const body = new FormData()
    body.append('file', new Blob([bytes]), encodeURIComponent('d/a sound.wav'))
    const text = await (await fetch('/api/v0/add?cid-version=1', { method: 'POST', body })).text()
    return (JSON.parse(text.trim().split('\n').at(-1)!) as { Hash: string }).Hash
  })
  const page = await context.newPage()
  await page.goto(`${siteOrigin(site, cid)}/a%20sound.wav`)
  const film = page.locator('video')
  await expect(page).toHaveTitle('a sound.wav')
  await expect.poll(async () => await film.evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(600)
  await film.evaluate((video: HTMLVideoElement) => {
    video.pause()
  })

  for (const secs of [600, 300]) {
    await killWorkers(context, page)
    const state = await film.evaluate(async (video: HTMLVideoElement, secs) => {
      const done = new Promise<string>((resolve) => {
        video.addEventListener('seeked', () => {
          resolve('moved')
        }, { once: true })
        video.addEventListener('error', () => {
          resolve(video.error?.message ?? 'error')
        }, { once: true })
      })
      video.currentTime = secs
      return await done
    }, secs)
    expect(state).toBe('moved')
  }
})

for (
  const [name, policy] of [['its own origin', "default-src 'self'; script-src 'self' 'unsafe-inline'"], [
    'no frames',
    "default-src 'none'; connect-src 'self'; img-src data:; script-src 'unsafe-inline'; frame-src &#39;none&#39;"
  ]]
) {
  test(`a page whose meta policy allows ${name} stays connected to its node`, async ({ app, context, site, quiet }) => {
    const cid = await addSite(app, {
      'index.html': `<!doctype html><html><head><meta http-equiv="Content-Security-Policy" content="${policy}"><link ` +
        `rel=icon href="data:,"><script>document.title = 'runs'</script></head><body>text`,
      ...LATE
    })
    quiet.allow(/Loading the image/)
    const page = await context.newPage()
    await page.goto(siteOrigin(site, cid))
    await expect(page).toHaveTitle('runs')
    for (let round = 0; round < 2; round++) {
      await expectLateFile(context, page, round)
    }
    expect(await page.evaluate(() => [document.querySelectorAll('iframe').length, window.length])).toEqual([0, 0])
  })
}

test('a page whose script adds a meta policy stays connected to its node', async ({ app, context, site, quiet }) => {
  quiet.allow(/favicon/)
  const meta = `<meta http-equiv="Content-Security-Policy" content="frame-src 'none'">`
  const scripts = [
    `const meta = document.createElement('meta'); meta.httpEquiv = 'Content-Security-Policy'; meta.content = ` +
    `"frame-src 'none'"; document.head.append(meta)`,
    `const meta = document.createElement('meta'); meta.setAttribute('content', "default-src 'self'; ` +
    `child-src 'none'"); document.head.prepend(meta); meta.setAttribute('HTTP-EQUIV', 'Content-Security-Policy')`,
    `document.head.insertAdjacentHTML('beforeend', \`${meta}\`)`,
    `const box = document.createElement('template'); box.innerHTML = \`${meta}\`; document.head.append(box.content)`,
    `document.write(\`${meta}\`)`,
    `document.head.append(new DOMParser().parseFromString(\`${meta}\`, 'text/html').querySelector('meta'))`
  ]
  const cid = await addSite(app, {
    ...Object.fromEntries(
      scripts.flatMap((script, i) => [
        [`${i}.js`, `${script}; document.title = 'runs'`],
        [`${i}.html`, `<!doctype html>${ICON}<script src="${i}.js"></script><p>text`]
      ])
    ),
    'emptied.html': `<!doctype html><head>${meta}${ICON}</head><body>` +
      "<script>document.head.innerHTML = '<title>runs</title>'</script>",
    'long.html': `<!doctype html><head>${ICON}<style>${'a{}'.repeat(200_000)}</style>${meta}<title>runs</title></head>`,
    ...LATE
  })
  const page = await context.newPage()

  for (const [i, name] of [...scripts.keys(), 'emptied', 'long'].entries()) {
    await page.goto(`${siteOrigin(site, cid)}/${name}.html`)
    await expect(page).toHaveTitle('runs')
    await expectLateFile(context, page, 2 * i)
    await expectLateFile(context, page, 2 * i + 1)
    expect(await page.evaluate(() => [document.querySelectorAll('iframe').length, window.length])).toEqual([0, 0])
  }
})

for (
  const [name, headers] of [['an embedder policy', {
    'Cross-Origin-Embedder-Policy': ['require-corp'],
    'Cross-Origin-Opener-Policy': ['same-origin']
  }], ['a content policy', {
    'Content-Security-Policy': ["default-src 'none'; connect-src 'self'; script-src 'unsafe-inline'"]
  }]] as const
) {
  test(
    `a page with ${name} by Gateway.HTTPHeaders stays connected to its node`,
    async ({ app, context, site, quiet }) => {
      quiet.allow(/Loading the image/)
      expect(
        (await rpc(app, `config?arg=Gateway.HTTPHeaders&arg=${encodeURIComponent(JSON.stringify(headers))}&json=true`))
          .status
      ).toBe(200)
      const cid = await addSite(app, {
        'index.html': `<!doctype html>${ICON}<script>document.title = String(self.crossOriginIsolated)</script>`,
        ...LATE
      })
      const page = await context.newPage()
      await page.goto(siteOrigin(site, cid))
      await expect(page).toHaveTitle(String('Cross-Origin-Embedder-Policy' in headers))
      for (let round = 0; round < 2; round++) {
        await expectLateFile(context, page, round)
      }
    }
  )
}

test('answers several tabs and frames of a site after it was idle', async ({ app, context, site }) => {
  const files = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`${i}.txt`, `file ${i}`]))
  const cid = await addSite(app, {
    'index.html': `<!doctype html>${ICON}<title>tab</title>`,
    'frames.html': `<!doctype html>${ICON}<title>frames</title><iframe src="/"></iframe><iframe src="/"></iframe>`,
    ...files
  })
  const pages: Page[] = []
  for (const path of ['/', '/', '/', '/frames.html']) {
    const page = await context.newPage()
    await page.goto(siteOrigin(site, cid) + path)
    pages.push(page)
  }
  // A tab shows the bootstrap first. No worker answers its requests.
  for (const [i, page] of pages.entries()) {
    await expect(page).toHaveTitle(i < 3 ? 'tab' : 'frames')
  }

  for (let round = 0; round < 3; round++) {
    await killWorkers(context, app)
    const answers = await Promise.all(
      pages.flatMap((page, i) =>
        [0, 1, 2].map(async (
          j
        ) => [await fetched(page, `/${12 * round + 3 * i + j}.txt`), `200 file ${12 * round + 3 * i + j}`])
      )
    )
    for (const [got, expected] of answers) {
      expect(got).toBe(expected)
    }
  }
})

test('a site that unregisters workers keeps the worker of the node', async ({ app, context, site }) => {
  const cid = await addSite(app, {
    'index.html':
      `<!doctype html>${ICON}<title>cra</title><script>navigator.serviceWorker.ready.then((registration) => ` +
      'registration.unregister()).then((done) => { document.title = String(done) })</script>',
    ...LATE
  })
  const page = await context.newPage()
  await page.goto(siteOrigin(site, cid))
  await expect(page).toHaveTitle('true')
  await removeHome(app)
  await site.stop()
  await killWorkers(context, page)
  await page.reload()
  await expect(page).toHaveTitle('true')
})
