import type { Locator, Page } from 'playwright'
import { visit } from '../fixtures/page/page.ts'
import { expect, test } from '../fixtures/page/quiet-installed.ts'
import { violations } from '../fixtures/page/violations.ts'

const PIXEL = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'

const README = `# A project

See [the parts](#the-parts), [more](docs/more.md), [the web](https://web.example/x) and [other content](ipfs://bafkqaaa).

![The mark](img/mark.svg) ![a spy](https://spy.example/pixel.png) ![data](data:image/png;base64,iVBORw0KGgo=)

[run](javascript:alert(1)) [out](../../../api/v0/id) <img src="https://spy.example/p.png" onerror="alert(1)">

${'filler\n\n'.repeat(60)}
## The parts

| Part | Size |
|------|-----:|
| one  | 1    |

- [x] done
- [ ] to do

\`\`\`js
const text = '<b>'
\`\`\`
`

const LINES = Array.from(
  { length: 60_000 },
  (_, i) => `line ${i} of a long text, which is longer than one is shown at once`
).join('\n')

async function add (page: Page, files: Record<string, string>): Promise<string> {
  return await page.evaluate(async (files) => {
    const form = new FormData()
    for (const [path, content] of Object.entries(files)) {
      form.append('file', new Blob([content]), encodeURIComponent(path))
    }
    const answer =
      await (await fetch('/api/v0/add?wrap-with-directory=true&cid-version=1', { method: 'POST', body: form })).text()
    return (JSON.parse(answer.trim().split('\n').at(-1)!) as { Hash: string }).Hash
  }, files)
}

for (
  const look of [{ colorScheme: 'light', viewport: { width: 1200, height: 900 } }, {
    colorScheme: 'dark',
    viewport: { width: 320, height: 640 }
  }] as const
) {
  test.describe(`${look.viewport.width} wide`, () => {
    test.use(look)

    test(
      'renders Markdown with local images and links, without scripts and web requests',
      async ({ page, context, site }) => {
        const asked: string[] = []
        context.on('request', (request) => {
          if (new URL(request.url()).host !== new URL(site.origin).host) {
            asked.push(request.url())
          }
        })
        await visit(page, site.origin)
        const root = await add(page, { 'README.md': README, 'docs/more.md': 'More *of it*.', 'img/mark.svg': PIXEL })
        await page.goto(`${site.origin}/#/explore/ipfs/${root}/README.md`)
        const text = page.getByRole('region', { name: 'Content of README.md' })
        await expect(text.getByRole('heading', { name: 'A project', level: 3 })).toBeVisible()
        const mark = text.getByRole('img', { name: 'The mark' })
        await mark.scrollIntoViewIfNeeded() // Pictures load when they become visible.
        await expect.poll(async () => await mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
        expect(await mark.getAttribute('src')).toBe(`/ipfs/${root}/img/mark.svg?x-ipfs-companion-no-redirect`)
        await expect(text.getByRole('img')).toHaveCount(1)
        await expect(text.getByRole('link', { name: 'a spy (spy.example)' })).toHaveAttribute(
          'rel',
          'noopener noreferrer'
        )
        await expect(text.getByText('<img src="https://spy.example/p.png" onerror="alert(1)">')).toBeVisible()
        await expect(text.getByRole('link')).toHaveText([
          'the parts',
          'more',
          'the web',
          'other content',
          'a spy (spy.example)'
        ])
        await expect(text.getByRole('link', { name: 'other content' })).toHaveAttribute(
          'href',
          '#/explore/ipfs/bafkqaaa'
        )
        await expect(text.getByRole('table')).toHaveCount(1)
        expect(await violations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

        await text.getByRole('link', { name: 'the parts' }).press('Enter')
        await expect(text.getByRole('heading', { name: 'The parts', level: 4 })).toBeFocused()
        await expect(text.getByRole('heading', { name: 'The parts' })).toBeInViewport()
        await page.getByLabel('Source').check()
        await expect(page.getByRole('region', { name: 'Content of README.md' })).toContainText(
          '[run](javascript:alert(1))'
        )
        await page.getByLabel('Source').uncheck()
        await text.getByRole('link', { name: 'more', exact: true }).click()
        await expect(page.getByRole('region', { name: 'Content of more.md' })).toHaveText('More of it.')
        expect(new URL(page.url()).hash).toBe(`#/explore/ipfs/${root}/docs/more.md`)
        expect(asked).toEqual([])
      }
    )
  })
}

/** A task of a background script, and the turns of the page's event loop meanwhile. */
interface Aside {
  chars: number
  turns: number
  isOver: boolean
}

/** Observes tasks for background scripts. Runs in the page before its own scripts. */
function watchAsides (): void {
  const asides: Aside[] = []
  const own = new WeakMap<Worker, Aside>()
  const { postMessage, terminate } = Worker.prototype
  Object.assign(window, { asides })

  Worker.prototype.postMessage = function (this: Worker, ...args: unknown[]) {
    const aside = { chars: String(args[0]).length, turns: 0, isOver: false }
    const turn = (): void => {
      if (aside.isOver) {
        return
      }
      aside.turns++
      setTimeout(turn, 0)
    }
    asides.push(aside)
    own.set(this, aside)
    setTimeout(turn, 0)
    Reflect.apply(postMessage, this, args)
  }

  Worker.prototype.terminate = function (this: Worker) {
    own.get(this)!.isOver = true
    terminate.call(this)
  }
}

test('pathological Markdown does not block the page', async ({ page, site }) => {
  await page.addInitScript(watchAsides)
  await visit(page, site.origin)
  const texts = { 'busy.md': `${'*a_'.repeat(120_000)}\n\n${'['.repeat(60_000)}`, 'deep.md': `${'>'.repeat(500)} end` }
  const root = await add(page, texts)

  for (const [name, text] of Object.entries(texts)) {
    await page.evaluate((hash) => {
      location.hash = hash
    }, `#/explore/ipfs/${root}/${name}`)
    const drawn = page.locator('.markdown[aria-busy=false]')
    await expect(name === 'deep.md' ? drawn : drawn.or(page.getByText('too complex to display'))).toBeVisible()
    await page.getByLabel('Source').check()
    await expect(page.getByRole('region', { name: `Content of ${name}` })).toContainText(
      name === 'busy.md' ? '*a_*a_' : '>>>>'
    )
    // A page that parses by itself passes no task, and has no event loop turn meanwhile.
    const asides = await page.evaluate(() => (window as unknown as { asides: Aside[] }).asides.splice(0))
    expect(asides.filter(({ chars, turns, isOver }) => chars === text.length && turns > 0 && isOver), name).not.toEqual(
      []
    )
  }
})

test('renders a long Markdown text in steps', async ({ page, site }) => {
  await visit(page, site.origin)
  const root = await add(page, { 'long.md': Array.from({ length: 500 }, (_, i) => `paragraph ${i}`).join('\n\n') })
  await page.evaluate(() => {
    const drawn: number[] = []
    Object.assign(window, { drawn })
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element)
      const counts = added.map((node) =>
        node.matches('.markdown > p') ? 1 : node.querySelectorAll('.markdown > p').length
      )
      drawn.push(counts.reduce((sum, count) => sum + count, 0))
    }).observe(document.body, { childList: true, subtree: true })
  })
  await page.evaluate((hash) => {
    location.hash = hash
  }, `#/explore/ipfs/${root}/long.md`)
  await expect(page.locator('.markdown > p')).toHaveCount(500)
  // This gives the page event loop turns in between.
  expect(Math.max(...await page.evaluate(() => (window as unknown as { drawn: number[] }).drawn))).toBeLessThanOrEqual(
    40
  )
})

test('shows JSON as a tree, and long text in parts', async ({ page, site }) => {
  await visit(page, site.origin)
  const root = await add(page, {
    'a.json': '{"list":[1,{"deep":9007199254740993}]}',
    'cut.json': '{"list":[1,',
    'empty.txt': '',
    'long.txt': LINES
  })
  await page.goto(`${site.origin}/#/explore/ipfs/${root}/a.json`)
  await expect(page.getByRole('region', { name: 'Content of a.json' })).toContainText('"deep": 9007199254740993')
  await page.getByLabel('Source').check()
  await expect(page.getByRole('region', { name: 'Content of a.json' })).toHaveText(
    '{"list":[1,{"deep":9007199254740993}]}'
  )
  const ending = page.getByText('The file is incomplete: its end is missing.')
  await expect(ending).toHaveCount(0)
  await page.goto(`${site.origin}/#/explore/ipfs/${root}/cut.json`)
  await expect(ending).toBeVisible()
  await page.goto(`${site.origin}/#/explore/ipfs/${root}/empty.txt`)
  await expect(page.getByText('The file is empty.')).toBeVisible()

  await page.goto(`${site.origin}/#/explore/ipfs/${root}/long.txt`)
  const text = page.getByRole('region', { name: 'Content of long.txt' })
  await expect(text).toContainText('line 3000 of')
  await expect(text).not.toContainText('line 10000 of')
  const parts = page.getByRole('navigation', { name: 'Parts of the text' })
  const more = parts.getByRole('button', { name: 'Next part' })
  let shown = ''

  // A part is rendered in steps, and takes the place of the part before it.
  for (let line = 1;; line = shown.split('\n').length) {
    await expect(text.locator('.code-row').first()).toHaveAttribute('data-line', String(line))
    await expect(text.locator('code')).toHaveAttribute('aria-busy', 'false')
    shown += await text.textContent()
    if (await more.getAttribute('aria-disabled') === 'true') {
      break
    }
    await more.click()
  }

  expect(shown).toBe(`${LINES}\n`)
  // Lines of this text have as many bytes as characters.
  await expect(parts).toContainText('3.9 MB to 4.1 MB of 4.1 MB')
})

for (
  const look of [{ colorScheme: 'light', viewport: { width: 1200, height: 900 } }, {
    colorScheme: 'dark',
    viewport: { width: 320, height: 640 }
  }] as const
) {
  test.describe(`JSON, ${look.viewport.width} wide`, () => {
    test.use({ ...look, permissions: ['clipboard-read', 'clipboard-write'] })

    test('folds and unfolds by mouse and keyboard, and shows the exact text', async ({ page, site }) => {
      await visit(page, site.origin)
      const leaf = await add(page, { 'leaf.txt': 'x' })
      const entries = Array.from({ length: 20_000 }, (_, i) => `{"number":${i},"deep":{"below":[${i}]}}`).join(',')
      const json = `{"entries":[${entries}],"big":12345678901234567890,"exact":1.50,"name":"exe.\u202Egpj",` +
        `"link":{"/":"${leaf}"},"long":"${'y'.repeat(5000)}"}`
      const root = await add(page, { 'a.json': json, 'none.json': 'hello {' })
      await page.goto(`${site.origin}/#/explore/ipfs/${root}/a.json`)
      const tree = page.getByRole('region', { name: 'Content of a.json' })
      const fold = (text: string | RegExp): Locator => tree.locator('summary').filter({ hasText: text })
      const values = tree.getByRole('listitem')
      await expect(fold(/^"entries"/)).toContainText('20,000 values')
      await expect(values).toHaveCount(6) // Collapsed values are not rendered.

      for (
        const exact of [
          '"big": 12345678901234567890',
          '"exact": 1.50',
          '"name": "exe.[U+202E]gpj"',
          `"link": {"/": "${leaf}"}`
        ]
      ) {
        await expect(values.filter({ hasText: exact })).toHaveText(exact)
      }
      await expect(tree.getByRole('link', { name: leaf })).toHaveAttribute('href', `#/explore/ipfs/${leaf}`)
      await tree.getByRole('button', { name: 'Show more (3,002)' }).click()
      await expect(values.last()).toHaveText(`"long": "${'y'.repeat(5000)}"`)

      await fold(/^"entries"/).click()
      await expect(tree.getByRole('button', { name: 'Show more (19,900)' })).toBeVisible()
      await expect(values).toHaveCount(6 + 100 + 1)
      expect(await violations(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await tree.getByRole('button', { name: 'Show more (19,900)' }).click()
      await expect(tree.getByRole('button', { name: 'Show more (19,400)' })).toBeVisible()
      await expect(fold(/^599:/)).toContainText('{"number":599,"deep":{"below":[599]}}')

      await fold(/^"entries"/).focus()
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowRight']) {
        await page.keyboard.press(key)
      }
      await expect(fold(/^"deep"/)).toBeVisible() // Expanded values are rendered first.
      await page.keyboard.press('ArrowRight')
      await expect(fold(/^"deep"/)).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(fold(/^"below"/)).toBeVisible()
      for (const key of ['ArrowRight', 'ArrowRight']) {
        await page.keyboard.press(key)
      }
      await expect(tree.getByText('0: 1', { exact: true })).toBeVisible()
      for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) {
        await page.keyboard.press(key)
      }
      await expect(fold(/^1:/)).toBeFocused()
      await page.keyboard.press('Home')
      await page.keyboard.press('ArrowLeft')
      await expect(values).toHaveCount(0)

      await page.getByRole('button', { name: 'Copy: Content of a.json' }).click()
      await expect.poll(async () => await page.evaluate(async () => await navigator.clipboard.readText())).toBe(json)
      await page.getByLabel('Source').check()
      await expect.poll(async () => await tree.textContent()).toBe(json)
      await page.goto(`${site.origin}/#/explore/ipfs/${root}/none.json`)
      await expect(page.getByRole('region', { name: 'Content of none.json' })).toHaveText('hello {')
      await expect(page.getByText('This isn’t valid JSON')).toBeVisible()
    })
  })
}
