import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright'
import { codeBlocks } from '../../scripts/docs/code-blocks.ts'
import { visit } from '../fixtures/page/page.ts'
import { test as base } from '../fixtures/page/quiet.ts'
import { violationsInThemes } from '../fixtures/page/violations.ts'
import { allow, answerOf, askFor, askingSite, openAsking } from '../fixtures/site/asking-site.ts'
import type { AskingPage, AskingSite } from '../fixtures/site/asking-site.ts'
import { servedFolder } from '../fixtures/site/served-folder.ts'
import { expect, killWorkers, rpc } from '../fixtures/site/site.ts'

const test = base.extend<{ asker: AskingSite; evil: AskingSite }>({
  asker: async ({}, use) => {
    const site = await askingSite()
    await use(site)
    await site.close()
  },
  evil: async ({}, use) => {
    const site = await askingSite({ host: 'evil.localhost' })
    await use(site)
    await site.close()
  }
})

const ASKED = 'Allow {} to use your node?'

/** The title of the node's window, with `{}` in place of the site. */
async function titleOf (popup: Page, site: AskingSite): Promise<string> {
  return (await popup.getByRole('heading', { level: 1 }).innerText()).replace(site.origin, '{}')
}

/** Returns the origins that have a grant. */
async function grantsOf (app: Page): Promise<string> {
  return (await rpc(app, 'swipfs/app-data/ls?arg=/swipfs/grants')).text
}

test('a page of another site uses the node by a grant, until it is revoked', async ({ app, asker, context, site }) => {
  await rpc(app, 'files/mkdir?arg=/Drawings')
  await rpc(app, 'files/write?arg=/Drawings/old.txt&create=true', { text: 'old' })
  await rpc(app, 'files/write?arg=/private.txt&create=true', { text: 'private' })
  const { Hash: cid } = JSON.parse((await rpc(app, 'add?pin=false&cid-version=1', { text: 'content' })).text) as {
    Hash: string
  }
  const page = await openAsking(context, asker)
  const scope = { content: true, read: '/Drawings', add: '/Drawings', pin: '/Drawings/kept', publish: 'drawings' }
  const popup = await askFor(page, site.origin, scope)
  await expect.poll(async () => await titleOf(popup, asker)).toBe(ASKED)
  await expect(popup.getByRole('listitem')).toHaveText([
    'Load IPFS content through this node',
    'See and open everything in “/Drawings”',
    'Add files to “/Drawings”',
    'Keep IPFS content in “/Drawings/kept”',
    'Publish under the new name “drawings”',
    'Store up to 1.0 GB'
  ])

  for await (const { colorScheme, found } of violationsInThemes(popup)) {
    expect(found, colorScheme).toEqual([])
  }

  await allow(popup)
  expect(await answerOf(page)).toBe('connected')
  await expect.poll(async () => await titleOf(popup, asker)).toBe('{} is connected')

  const used = await page.evaluate(async (cid) => {
    const node = (window as unknown as AskingPage).node!
    const textOf = async (path: string, options = {}): Promise<string> => {
      const decoder = new TextDecoder()
      let text = ''
      for await (const chunk of node.read(path, options)) {
        text += decoder.decode(chunk, { stream: true })
      }
      return text
    }
    const { path, cid: added } = await node.add('/Drawings/a/new.txt', 'new')
    const kept = await node.pin(cid, '/Drawings/kept/content.txt')
    const { name } = await node.publish(added)
    const names: string[] = []
    for await (const entry of node.list('/Drawings')) {
      names.push(`${entry.name} ${entry.type} ${entry.size}`)
    }
    return {
      path,
      added,
      kept: kept.cid,
      name,
      names,
      texts: [
        await textOf('/Drawings/old.txt'),
        await textOf('/Drawings/old.txt', { offset: 1, length: 1 }),
        await textOf(`/ipfs/${cid}`)
      ],
      refused: await textOf('/private.txt').catch((err: Error) => err.name)
    }
  }, cid)
  expect(used).toMatchObject({
    path: '/Drawings/a/new.txt',
    kept: cid,
    names: ['a folder 0', 'kept folder 0', 'old.txt file 3'],
    texts: ['old', 'l', 'content'],
    refused: 'BridgeScopeError'
  })
  expect((await rpc(app, 'files/read?arg=/Drawings/a/new.txt')).text).toBe('new')
  expect((await rpc(app, 'key/list?l=true')).text).toContain(used.name)
  expect((await rpc(app, `name/resolve?arg=${used.name}`)).text).toContain(used.added)

  // The settings list it, and counts survive the end of the worker.
  await killWorkers(context, app)
  await app.goto(`${site.origin}/#/node/settings`)
  const group = app.getByRole('region', { name: 'Sites' })
  await expect(group).toContainText(asker.origin)
  await expect(group).toContainText(/\d+ requests/)
  await expect(group).toContainText(/last used/)

  // Another visit is not asked.
  await popup.close()
  await page.reload()
  const second = await askFor(page, site.origin, { read: '/Drawings/a' })
  expect(await answerOf(page)).toBe('connected')

  // A revocation ends a call that runs.
  await page.evaluate((folder) => {
    const own = window as unknown as AskingPage & { ended?: string }
    void (async () => {
      try {
        for (;;) {
          for await (const _ of own.node!.list(folder));
        }
      } catch (err) {
        own.ended = (err as Error).name
      }
    })()
  }, '/Drawings')
  await group.getByRole('button', { name: /^Revoke access/ }).click()
  await page.waitForFunction(() => (window as unknown as { ended?: string }).ended != null)
  expect(await page.evaluate(() => (window as unknown as { ended?: string }).ended)).toMatch(
    /BridgeRevokedError|PortClosedError/
  )
  await expect.poll(async () => await titleOf(second, asker)).toBe('Access was revoked')
  await expect(group).toContainText('No site has access.')
  expect(await grantsOf(app)).toBe('')

  // The next visit is asked again.
  await second.close()
  const third = await askFor(page, site.origin, { read: '/Drawings/a' })
  await expect.poll(async () => await titleOf(third, asker)).toBe(ASKED)
  await third.getByRole('button', { name: 'Don’t allow' }).click()
  expect(await answerOf(page)).toBe('BridgeDeniedError: the person has refused')
  expect(await grantsOf(app)).toBe('')
})

test('only a deliberate press gives access', async ({ app, asker, context, site }) => {
  const page = await openAsking(context, asker)
  // A key that is held down when the window opens.
  const popup = await askFor(page, site.origin, { content: true })
  await expect.poll(async () => await titleOf(popup, asker)).toBe(ASKED)
  const button = popup.getByRole('button', { name: 'Allow', exact: true })

  // A change of the size starts the delay again.
  await popup.setViewportSize({ width: 400, height: 500 })
  await expect(button).toBeDisabled()
  await expect(button).toBeEnabled()

  await button.focus()
  await popup.keyboard.down('Enter')
  await popup.keyboard.down('Enter')
  await popup.keyboard.down('Enter')
  await popup.keyboard.up('Enter')
  await popup.keyboard.down(' ')
  await popup.keyboard.down(' ')
  await popup.keyboard.up(' ')
  await button.evaluate((element: HTMLButtonElement) => {
    element.click()
    element.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  })
  expect(await titleOf(popup, asker)).toBe(ASKED)
  expect(await grantsOf(app)).toBe('')

  // A window that shows a part of the question takes no answer.
  await popup.setViewportSize({ width: 200, height: 200 })
  await expect(popup.getByRole('alert')).toHaveText('Make this window larger to answer.')
  await expect(button).toBeDisabled()
  await popup.setViewportSize({ width: 480, height: 680 })
  await expect(button).toBeEnabled()

  // Positive control: one press of a key.
  await button.focus()
  await popup.keyboard.press('Enter')
  expect(await answerOf(page)).toBe('connected')
})

test('a page cannot ask twice, and closing the window is a refusal', async ({ app, asker, context, site }) => {
  const page = await openAsking(context, asker)
  const popup = await askFor(page, site.origin, { content: true })
  await expect.poll(async () => await titleOf(popup, asker)).toBe(ASKED)
  // The page asks by messages of its own, and calls at once.
  const second = await page.evaluate(async ([home]) => {
    const { port1, port2 } = new MessageChannel()
    const opened = open('', `swipfs-bridge ${location.origin}`)!
    opened.postMessage({ type: 'swipfs-bridge-ask', scope: { content: true } }, home, [port2])
    port1.postMessage({ type: 'call', id: 1, method: 'read', input: { path: '/private.txt' }, credit: 1e6 })
    return await new Promise((resolve) => {
      port1.onmessage = ({ data }) => {
        resolve(data)
      }
      setTimeout(resolve, 500, 'ignored')
    })
  }, [site.origin])
  expect(second).toBe('ignored')
  await popup.close()
  expect(await answerOf(page)).toContain('BridgeDeniedError')
  expect(await grantsOf(app)).toBe('')
})

test('a page that takes the place of the asking one gets nothing', async ({ app, asker, evil, context, site }) => {
  const page = await openAsking(context, asker)
  const popup = await askFor(page, site.origin, { content: true })
  await expect.poll(async () => await titleOf(popup, asker)).toBe(ASKED)

  // The opener is led elsewhere while the question is open: its port is gone, and the question too.
  await page.goto(evil.origin)
  await expect.poll(async () => await titleOf(popup, asker)).toBe('The site has ended the connection')
  expect(await grantsOf(app)).toBe('')
})

test('messages of other windows than the opener are ignored', async ({ app, asker, context, site }) => {
  const page = await openAsking(context, asker)
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((url) => {
      Object.assign(window, { handle: open(url) })
    }, `${site.origin}/bridge.html`)
  ])
  await page.waitForFunction(() => (window as unknown as AskingPage).heard.length > 0)

  /** Asks from the page, or from a frame of it. */
  const askFrom = async (isFrame: boolean): Promise<void> => {
    await page.evaluate(([home, isFrame]) => {
      const script = document.createElement('script')
      script.text = "parent.handle.postMessage({ type: 'swipfs-bridge-ask', scope: { content: true } }, " +
        `'${home}', [new MessageChannel().port2])`
      const frame = document.createElement('iframe')
      document.body.append(frame)
      ;(isFrame ? frame.contentDocument! : document).body.append(script)
    }, [site.origin, isFrame] as const)
  }

  await askFrom(true)
  await expect.poll(async () => await titleOf(popup, asker)).toBe('Connecting…')
  await popup.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  expect(await titleOf(popup, asker)).toBe('Connecting…')
  // Positive control: the opener itself.
  await askFrom(false)
  await expect.poll(async () => await titleOf(popup, asker)).toBe(ASKED)
  expect(await grantsOf(app)).toBe('')
})

test('a grant is bound to the origin that has asked', async ({ app, asker, evil, context, site }) => {
  const page = await openAsking(context, asker)
  const popup = await askFor(page, site.origin, { content: true })
  await allow(popup)
  expect(await answerOf(page)).toBe('connected')
  await page.goto(evil.origin)
  await expect.poll(async () => await titleOf(popup, asker)).toBe('The site has ended the connection')
  await popup.close()
  const asked = await askFor(page, site.origin, { content: true })
  await expect.poll(async () => await titleOf(asked, evil)).toBe(ASKED)
  expect(await grantsOf(app)).toContain(encodeURIComponent(asker.origin))
  expect(await grantsOf(app)).not.toContain('evil')
})

test('a node that redirects to another origin gets no port', async ({ app, asker, evil, context }) => {
  const leading = await askingSite({ host: 'leading.localhost', redirectTo: evil.origin })
  const page = await openAsking(context, asker)
  const popup = await askFor(page, leading.origin, { content: true })
  await popup.waitForURL(`${evil.origin}/`)
  await popup.evaluate(() => {
    ;(opener as Window).postMessage({ type: 'swipfs-bridge-ready' }, '*')
  })
  // It is heard, and not answered.
  await page.waitForFunction(() => (window as unknown as AskingPage).heard.length > 0)
  await popup.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  expect(await popup.evaluate(() => (window as unknown as AskingPage).heard)).toEqual([])
  await popup.close()
  expect(await answerOf(page)).toContain('BridgeDeniedError')
  expect(await grantsOf(app)).toBe('')
  await leading.close()
})

test('the question cannot be framed, on a host without headers too', async ({ app, asker, context, site, quiet }) => {
  quiet.allow(/frame-ancestors|X-Frame-Options|Failed to load resource/)
  const page = await openAsking(context, asker)
  const bare = await servedFolder(fileURLToPath(new URL('../../dist', import.meta.url)))

  for (const origin of [site.origin, bare.origin]) {
    await page.evaluate((url) => {
      document.body.innerHTML = `<iframe id="f" src="${url}/bridge.html" width="480" height="680"></iframe>`
    }, origin)
    const shown = page.frameLocator('#f').getByRole('heading', { level: 1 })

    if (origin === bare.origin) {
      await expect(shown).toHaveText('This page can’t be used inside another page.')
    } else {
      await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
    }

    // It answers no request.
    const answer = await page.evaluate(async (home) => {
      const { port1, port2 } = new MessageChannel()
      const { contentWindow } = document.getElementById('f') as HTMLIFrameElement
      contentWindow!.postMessage({ type: 'swipfs-bridge-ask', scope: { content: true } }, '*', [port2])
      port1.postMessage({ type: 'call', id: 1, method: 'grant', credit: 1e6 })
      return await new Promise((resolve) => {
        port1.onmessage = resolve
        setTimeout(resolve, 300, `none of ${home}`)
      })
    }, origin)
    expect(answer).toBe(`none of ${origin}`)
  }

  expect(await grantsOf(app)).toBe('')
  await bare.stop()
})

test('the window opens by itself with an explanation, and is private to no site', async ({ app, page, site }) => {
  await visit(app, site.origin)
  await page.goto(`${site.origin}/bridge.html`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No site has asked')
})

test('a page without a bundler connects as the how-to shows', async ({ app, asker, context, site }) => {
  const { Hash: cid } = JSON.parse((await rpc(app, 'add?pin=false&cid-version=1', { text: 'GIF89a' })).text) as {
    Hash: string
  }
  const [code] = codeBlocks('docs/how-to/use-from-other-sites.md').filter(({ language }) => language === 'js').map(
    ({ code }) => code
  )
  expect(code).toContain("'/vendor/bridge.js'")
  const page = await openAsking(context, asker)
  await page.evaluate(([script, cid]) => {
    document.body.innerHTML = '<button id="button">Connect</button><img id="image">'
    Object.assign(window, { cid })
    const element = document.createElement('script')
    element.type = 'module'
    element.text = script
    document.body.append(element)
  }, [code.replace('https://node.example', site.origin), cid])
  await page.waitForFunction(() => document.getElementById('button')!.onclick != null)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.click('#button')])
  await allow(popup)
  await page.waitForFunction(() => (document.getElementById('image') as HTMLImageElement).src !== '')
  expect(
    await page.evaluate(async () =>
      await (await fetch((document.getElementById('image') as HTMLImageElement).src)).text()
    )
  ).toBe('GIF89a')
})
