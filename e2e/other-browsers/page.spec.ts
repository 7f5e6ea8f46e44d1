import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { launchFirefox } from './fixtures/firefox.ts'
import type { OtherBrowser } from './fixtures/other-browser.ts'
import { openApp } from './fixtures/page.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

const HELLO = { name: 'hello.txt', text: 'hello', cid: 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq' }

/** Returns the text of the section with this heading. */
async function sectionText (browser: OtherBrowser, heading: string): Promise<string> {
  return await browser.evaluate((heading) => {
    const sections = [...document.querySelectorAll<HTMLElement>('section')]
    return sections.find((section) => section.querySelector('h2')?.innerText.startsWith(heading))?.innerText ?? ''
  }, heading)
}

test(
  'Firefox with blocked cookies shows the whole page, and why the node does not start',
  async ({ site }, { outputDir }) => {
    const profile = path.join(outputDir, 'profile')
    await mkdir(profile, { recursive: true })
    const browser = await launchFirefox(profile, { 'network.cookie.cookieBehavior': 2 })

    try {
      await browser.goto(`${site.origin}/#/node/peers`)
      await expect.poll(async () => await browser.evaluate(() => document.body.innerText)).toContain(
        'Couldn’t start. Your browser may be blocking cookies and site data'
      )
      await expect.poll(async () => await sectionText(browser, 'This browser')).toContain('Not running')
    } finally {
      await browser.kill()
    }
  }
)

inEachBrowser(() => {
  test('adds a picked file, and lists it in Files', async ({ visitor, site }) => {
    await openApp(visitor, site)
    await visitor.evaluate(({ name, text }) => {
      const picked = new DataTransfer()
      picked.items.add(new File([text], name, { type: 'text/plain' }))
      const input = document.querySelector<HTMLInputElement>('[data-pick=files]')!
      input.files = picked.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }, HELLO)

    await expect.poll(async () => await sectionText(visitor, 'Files')).toContain(HELLO.name)
    expect(await visitor.evaluate(async (cid) => await (await fetch(`/ipfs/${cid}`)).text(), HELLO.cid)).toBe(
      HELLO.text
    )
  })

  test('runs a command in the console', async ({ visitor, site }) => {
    await openApp(visitor, site)
    await visitor.evaluate(() => {
      location.hash = '#/console/ipfs%20version'
    })
    // The script of the section loads first, and the list of commands.
    await expect.poll(async () => await visitor.evaluate(() => document.querySelector('.call-form')?.textContent ?? ''))
      .toContain('version')
    await visitor.evaluate(() => {
      document.querySelector<HTMLInputElement>('#command-input')!.form!.requestSubmit()
    })
    await expect.poll(async () => await sectionText(visitor, 'Console')).toContain('"Version": "0.40.0"')
  })
})
