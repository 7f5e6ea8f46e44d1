import type * as Kubo from 'kubo-rpc-client'
import { fileURLToPath } from 'node:url'
import { bundle } from '../fixtures/build/bundle.ts'
import { fingerprint } from '../fixtures/build/fingerprint.ts'
import { firefox } from './fixtures/firefox.ts'
import type { OtherBrowser } from './fixtures/other-browser.ts'
import { openLibrary, PLAIN_PAGE, runScript, test } from './fixtures/slow-node.ts'
import { expect } from './fixtures/test.ts'

type WithKubo = typeof globalThis & { kubo: typeof Kubo; ipfs: Kubo.KuboRPCClient }

// In one process, so that the bundle is built once.
test.describe.configure({ mode: 'default' })
test.use({ kind: firefox })

let client: string

test.beforeAll(async () => {
  client = await bundle(fileURLToPath(import.meta.resolve('kubo-rpc-client')), 'kubo')
})

test.beforeEach(() => {
  const missing = firefox.missing()
  test.skip(missing != null, `${firefox.name}: ${missing}`)
})

/** Makes a client in the open page, as its documentation does. */
async function makeClient (visitor: OtherBrowser): Promise<void> {
  await runScript(visitor, client)

  await visitor.evaluate(() => {
    const page = globalThis as WithKubo
    page.ipfs = page.kubo.create({ url: `${location.origin}/api/v0` })
  })
}

/** Reads a content with the client. @returns its fingerprint, or the error; and the number of bytes */
async function cat (visitor: OtherBrowser, cid: string): Promise<{ sha256?: string; error?: string; bytes: number }> {
  return await visitor.evaluate(async (cid) => {
    const { ipfs } = globalThis as WithKubo
    const chunks: BlobPart[] = []
    let bytes = 0

    try {
      for await (const chunk of ipfs.cat(cid)) {
        chunks.push(chunk as Uint8Array<ArrayBuffer>)
        bytes += chunk.byteLength
      }
    } catch (err) {
      return { error: String(err), bytes }
    }

    const digest = await crypto.subtle.digest('SHA-256', await new Blob(chunks).arrayBuffer())
    const sha256 = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
    return { sha256, bytes }
  }, cid)
}

test(
  'kubo-rpc-client adds, lists, pins and reads, also for longer than a minute',
  async ({ visitor, site, openNode }) => {
    const source = await openNode(visitor, 2)
    await openLibrary(visitor, site)
    await makeClient(visitor)

    const quick = await visitor.evaluate(async () => {
      const { ipfs } = globalThis as WithKubo
      const listed = []
      let root: Kubo.CID | undefined

      for await (
        const { cid } of ipfs.addAll(
          [{ path: 'd/a.txt', content: 'alpha' }, { path: 'd/b.bin', content: new Uint8Array(700_000) }],
          { cidVersion: 1, pin: false }
        )
      ) {
        root = cid
      }
      for await (const { name, size } of ipfs.ls(root!)) {
        listed.push([name, size])
      }
      return { listed, pinned: String(await ipfs.pin.add(root!)) === String(root) }
    })

    expect(quick).toEqual({ listed: [['a.txt', 5], ['b.bin', 700_000]], pinned: true })

    const read = await source.addFile()
    const pinned = await source.addFile()
    const [catted, pins] = await Promise.all([
      cat(visitor, read.cid),
      visitor.evaluate(async (cid) => {
        const { ipfs, kubo } = globalThis as WithKubo
        await ipfs.pin.add(kubo.CID.parse(cid))
        const pins = []
        for await (const { cid: pin } of ipfs.pin.ls({ type: 'recursive' })) {
          pins.push(String(pin))
        }
        return pins
      }, pinned.cid)
    ])
    expect(catted).toEqual({ sha256: fingerprint(read.bytes), bytes: read.bytes.length })
    expect(pins).toContain(pinned.cid)
  }
)

test(
  'without a pinging page, kubo-rpc-client throws before the browser cuts its answer',
  async ({ visitor, site, openNode }) => {
    const source = await openNode(visitor, 2)
    const read = await source.addFile()
    const pinned = await source.addFile()
    await visitor.goto(site.origin + PLAIN_PAGE)
    await makeClient(visitor)

    const [catted, added] = await Promise.all([
      cat(visitor, read.cid),
      visitor.evaluate(async (cid) => {
        const { ipfs, kubo } = globalThis as WithKubo
        return await ipfs.pin.add(kubo.CID.parse(cid)).then(() => 'pinned', String)
      }, pinned.cid)
    ])
    expect(catted.error).toBeDefined()
    expect(catted.bytes).toBeLessThan(read.bytes.length)
    expect(added).not.toBe('pinned')
  }
)
