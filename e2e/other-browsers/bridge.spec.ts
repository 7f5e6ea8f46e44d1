import { askingSite } from '../fixtures/site/asking-site.ts'
import type { AskingPage } from '../fixtures/site/asking-site.ts'
import { openApp } from './fixtures/page.ts'
import { expect, inEachBrowser, test } from './fixtures/test.ts'

inEachBrowser(({ name }) => {
  // The driver of WebKit opens no second window.
  if (name !== 'Firefox') {
    return
  }

  test('a page of another site uses the node by a grant, until its window is closed', async ({ visitor, site }) => {
    const asker = await askingSite()
    await openApp(visitor, site)
    await visitor.goto(asker.origin)
    await visitor.evaluate((home) => {
      const own = window as unknown as AskingPage
      document.getElementById('go')!.onclick = () => {
        own.swipfsBridge.connectNode(home, { read: '/Drawings', add: '/Drawings' }).then((node) => {
          own.node = node
        }, (err: Error) => {
          own.failed = err.name
        })
      }
    }, site.origin)
    await visitor.click('#go')
    const popup = await visitor.opened!()
    const title = async (): Promise<string> =>
      await popup.evaluate(() => document.querySelector('h1')?.textContent ?? '').catch(() => '')
    await expect.poll(title).toBe(`Allow ${asker.origin} to use your node?`)
    await expect.poll(async () =>
      await popup.evaluate(() => document.querySelector<HTMLButtonElement>('button.main')?.disabled)
    ).toBe(false)
    await popup.click('button.main')
    await expect.poll(title).toBe(`${asker.origin} is connected`)

    expect(
      await visitor.evaluate(async () => {
        const node = (window as unknown as AskingPage).node!
        await node.add('/Drawings/a.txt', 'drawn')
        let text = ''
        for await (const chunk of node.read('/Drawings/a.txt')) {
          text += new TextDecoder().decode(chunk)
        }
        return [text, await node.read('/other').next().catch((err: Error) => err.name)]
      })
    ).toEqual(['drawn', 'BridgeScopeError'])

    await popup.evaluate(() => {
      window.close()
    }).catch(() => {})
    await expect.poll(async () => await visitor.evaluate(() => (window as unknown as AskingPage).node?.isOpen)).toBe(
      false
    )
    await asker.close()
  })
})
