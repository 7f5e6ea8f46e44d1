import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fingerprint } from '../fixtures/build/fingerprint.ts'
import { siteOrigin } from '../fixtures/site/own-site.ts'
import { firefox } from './fixtures/firefox.ts'
import type { OtherBrowser } from './fixtures/other-browser.ts'
import { readTarget } from './fixtures/page.ts'
import { openLibrary, PLAIN_PAGE, test } from './fixtures/slow-node.ts'
import type { WithClient } from './fixtures/slow-node.ts'
import { BLOCKS } from './fixtures/slow-source.ts'
import { expect } from './fixtures/test.ts'

test.use({ kind: firefox })
test.beforeEach(() => {
  const missing = firefox.missing()
  test.skip(missing != null, `${firefox.name}: ${missing}`)
})

test(
  'reads content that takes more than a minute while a page with the library is open',
  async ({ visitor, site, openNode }) => {
    const source = await openNode(visitor, 2)
    await openLibrary(visitor, site)
    const shown = await source.addFile()
    const fetched = await source.addFile()

    const [page, cat] = await Promise.all([
      readTarget(visitor, `/ipfs/${shown.cid}`),
      readTarget(visitor, `/api/v0/cat?arg=${fetched.cid}`, { method: 'POST' })
    ])

    expect(page).toMatchObject({ status: 200, broken: false, sha256: fingerprint(shown.bytes) })
    expect(cat).toMatchObject({ status: 200, broken: false, sha256: fingerprint(fetched.bytes) })
  }
)

test('completes calls of the library that take more than a minute', async ({ visitor, site, openNode }) => {
  const source = await openNode(visitor, 3)
  await openLibrary(visitor, site)
  const pinned = (await source.addFile()).cid
  const followed = (await source.addFile()).cid
  const folder = await source.addFolder()

  const { last, refs, pins } = await visitor.evaluate(async ({ pinned, followed, folder }) => {
    const { swipfs } = globalThis as WithClient

    const all = async (values: AsyncIterable<object>): Promise<object[]> => {
      const list = []
      for await (const value of values) {
        list.push(value)
      }
      return list
    }

    const [, progress, refs] = await Promise.all([
      swipfs.rpcDone('pin/add', { args: [pinned] }),
      all(swipfs.rpcStream<object>('pin/add', { args: [followed], options: { progress: true } })),
      all(swipfs.rpcStream<object>('refs', { args: [folder], options: { recursive: true } }))
    ])

    const { Keys } = await swipfs.rpc<{ Keys: object }>('pin/ls', { options: { type: 'recursive' } })
    return { last: progress.at(-1), refs: refs.length, pins: Object.keys(Keys) }
  }, { pinned, followed, folder })

  expect({ last, refs }).toEqual({ last: { Pins: [followed] }, refs: BLOCKS })
  expect(pins).toEqual(expect.arrayContaining([pinned, followed]))
})

test('a page on its own origin reads a file that takes more than a minute', async ({ visitor, site, openNode }) => {
  const source = await openNode(visitor, 1)
  const { cid, bytes } = await source.addSite()
  await visitor.goto(`${site.origin}/ipfs/${cid}/`)
  await expect.poll(async () => await visitor.evaluate(() => `${location.origin} ${document.title}`).catch(() => ''))
    .toBe(`${siteOrigin(site, cid)} run`)
  expect(await readTarget(visitor, '/long.txt')).toMatchObject({
    status: 200,
    broken: false,
    sha256: fingerprint(bytes)
  })
})

test(
  'without a pinging page, saves a download that takes more than a minute',
  async ({ visitor, site, openNode }) => {
    const source = await openNode(visitor, 1)
    const { cid, bytes } = await source.addFile()
    await visitor.goto('about:blank')
    await visitor.goto(`${site.origin}/ipfs/${cid}?download=true&filename=long.bin`)
    await expect.poll(async () => await saved(visitor, 'long.bin'), { timeout: 120_000 }).toBe(fingerprint(bytes))
    await expect.poll(async () => await visitor.evaluate(() => document.body.innerText)).toContain(
      'You can close this tab.'
    )
  }
)

test(
  'without a pinging page, a link saves a file that takes more than a minute',
  async ({ visitor, site, openNode }) => {
    const source = await openNode(visitor, 1)
    const { cid, bytes } = await source.addFile()
    await visitor.goto(site.origin + PLAIN_PAGE)

    await visitor.evaluate((href) => {
      const link = document.body.appendChild(document.createElement('a'))
      Object.assign(link, { id: 'save', href, download: 'linked.bin', textContent: 'save' })
    }, `/ipfs/${cid}?download=true&filename=linked.bin`)

    await visitor.click('#save')
    await expect.poll(async () => await saved(visitor, 'linked.bin'), { timeout: 150_000 }).toBe(fingerprint(bytes))
    expect(await visitor.evaluate(() => location.pathname)).toBe(PLAIN_PAGE)
  }
)

test(
  'without a pinging page, a tab shows a text that takes more than a minute',
  async ({ visitor, site, openNode }) => {
    const source = await openNode(visitor, 1)
    const { cid, bytes } = await source.addFile()
    await visitor.goto('about:blank')
    await visitor.goto(`${site.origin}/ipfs/${cid}?filename=long.txt`)
    const shown = async (): Promise<number> =>
      await visitor.evaluate(() => document.contentType === 'text/plain' ? document.body.textContent.length : 0).catch(
        () => 0
      )
    await expect.poll(shown, { timeout: 120_000 }).toBeGreaterThan(bytes.length / 2)
    expect(await readTarget(visitor, `/ipfs/${cid}`)).toMatchObject({ broken: false, sha256: fingerprint(bytes) })
  }
)

test(
  'without a pinging page, a response breaks before the browser stops the worker',
  async ({ visitor, site, openNode }) => {
    const source = await openNode(visitor, 3)
    const { cid } = await source.addFile()
    const catted = (await source.addFile()).cid
    const folder = await source.addFolder()
    await visitor.goto(site.origin + PLAIN_PAGE)

    const [page, cat, refs, tail] = await Promise.all([
      readTarget(visitor, `/ipfs/${cid}`),
      readTarget(visitor, `/api/v0/cat?arg=${catted}`, { method: 'POST' }),
      readTarget(visitor, `/api/v0/refs?arg=${folder}&recursive=true`, { method: 'POST' }),
      readTarget(visitor, '/api/v0/log/tail', { method: 'POST' })
    ])

    expect(page).toMatchObject({ status: 200, broken: true })
    expect(cat).toMatchObject({ status: 200, broken: true })
    expect(refs).toMatchObject({ status: 200, broken: true })
    expect(tail).toMatchObject({ status: 200, broken: true })
  }
)

/** @returns the fingerprint of a complete download; undefined while there is none */
async function saved ({ downloads }: OtherBrowser, name: string): Promise<string | undefined> {
  const files: string[] = await readdir(downloads).catch(() => [])
  return files.includes(name) && !files.includes(`${name}.part`)
    ? fingerprint(await readFile(path.join(downloads, name)))
    : undefined
}
