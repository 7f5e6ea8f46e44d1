import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '../fixtures/build/bundle.ts'
import type { Answer, AskedNode, SentFile } from './asked-node.ts'
import { GoneError } from './chromium-over-pipe.ts'
import type { ChromiumOverPipe } from './chromium-over-pipe.ts'
import { ending } from './ending.ts'
import { seededBytes } from './seeded-bytes.ts'

const WAYS = ['sent', 'handed over', 'picked'] as const

/** The bundled client library, built once. */
let client: Promise<string> | undefined

/** A page of the origin with the worker that runs the node. Usable while its renderer lives. */
export class NodePage implements AskedNode {
  readonly #browser: ChromiumOverPipe
  readonly #sessionId: string
  readonly #targetId: string
  #uploads = 0

  private constructor (browser: ChromiumOverPipe, sessionId: string, targetId: string) {
    this.#browser = browser
    this.#sessionId = sessionId
    this.#targetId = targetId
  }

  /** Opens a page other than the app (which calls the node by itself), and waits until the worker controls it. */
  static async open (browser: ChromiumOverPipe, origin: string): Promise<NodePage> {
    const { targetId } = await ending(
      'making a page',
      browser.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
    )
    const { sessionId } = await ending(
      'attaching to a page',
      browser.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
    )
    await ending(
      'hearing of a page',
      Promise.all([browser.send('Inspector.enable', {}, sessionId), browser.send('Page.enable', {}, sessionId)])
    )
    const loaded = browser.event('Page.loadEventFired', sessionId)
    loaded.catch(() => {}) // Awaited below.
    const { errorText } = await ending(
      'going to the site',
      browser.send<{ errorText?: string }>('Page.navigate', { url: `${origin}/manifest.webmanifest` }, sessionId)
    )
    // A failed navigation shows an error page of the browser.
    if (errorText != null) {
      throw new GoneError(`the site did not open: ${errorText}`)
    }
    await ending('loading a page of the site', loaded)

    const page = new NodePage(browser, sessionId, targetId)
    client ??= bundle(fileURLToPath(new URL('../../src/client/rpc/rpc.ts', import.meta.url)), 'swipfsClient')
    await ending('loading the client', page.#evaluate(`${await client};0`))
    await ending(
      'registering the worker',
      page.#evaluate(`(async () => {
      globalThis.__name = (fn) => fn // a compiler's helper, which functions sent from here may call
      globalThis.seededBytes = ${seededBytes.toString()}
      await navigator.serviceWorker.register('/sw.js')
    })()`)
    )
    await ending('the worker being ready', page.#evaluate('navigator.serviceWorker.ready.then(() => {})'))
    await ending(
      'the worker taking the page',
      page.#evaluate(`(async () => {
      while (navigator.serviceWorker.controller == null) await new Promise((resolve) => setTimeout(resolve, 20))
    })()`)
    )
    return page
  }

  /**
   * Calls the RPC. Of three uploads, one uses the client library's port, and one sends files from disk. Never throws
   * for an error answer of the node.
   *
   * @throws GoneError if the page is gone
   */
  async rpc (target: string, files: SentFile[] = []): Promise<Answer> {
    const upload = this.#uploads++
    const way = files.length > 0 && /^(add|dag\/import)/.test(target) ? WAYS[upload % WAYS.length] : 'sent'
    const folder = way === 'picked' ? await mkdtemp(path.join(os.tmpdir(), 'swipfs-picked-')) : undefined

    try {
      if (folder != null) {
        await this.#pick(files, `picked${upload}`, folder)
      }
      return await this.#rpc(target, files, way, `picked${upload}`)
    } finally {
      if (folder != null) {
        await rm(folder, { recursive: true, force: true })
      }
    }
  }

  /** Picks files on disk, which are created in a folder. */
  async #pick (files: SentFile[], name: string, folder: string): Promise<void> {
    const places = files.map((_, i) => path.join(folder, `${i}`))
    await Promise.all(files.map(async ({ seed, sizeBytes, base64 }, i) => {
      await writeFile(places[i], base64 == null ? seededBytes(seed!, sizeBytes!) : Buffer.from(base64, 'base64'))
    }))
    const { result } = await this.#browser.send<{ result: { objectId: string } }>('Runtime.evaluate', {
      expression:
        `globalThis.${name} = Object.assign(document.createElement("input"), { type: "file", multiple: true })`
    }, this.#sessionId)
    await this.#browser.send('DOM.setFileInputFiles', { files: places, objectId: result.objectId }, this.#sessionId)
  }

  async #rpc (target: string, files: SentFile[], way: typeof WAYS[number], name: string): Promise<Answer> {
    return await this.#evaluate<Answer>(`(async (target, files, way) => {
      const picked = way === 'picked' ? [...globalThis.${name}.files] : undefined
      const bytesOf = ({ seed, sizeBytes, base64 }) => base64 == null
        ? seededBytes(seed, sizeBytes)
        : Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
      const blobs = files.map((file, i) => ({ path: file.name, content: picked?.[i] ?? new Blob([bytesOf(file)]) }))
      const send = async () => {
        if (way === 'handed over') {
          const [command, query] = target.split('?')
          return await swipfsClient.call(command, { query: new URLSearchParams(query), files: blobs })
        }

        const body = new FormData()
        for (const { path, content } of blobs) body.append('file', content, encodeURIComponent(path))
        return await fetch('/api/v0/' + target, { method: 'POST', body: blobs.length > 0 ? body : undefined })
      }

      let status = 0
      let text = ''
      try {
        const response = await send()
        status = response.status
        const decoder = new TextDecoder()
        const reader = response.body.getReader()
        for (let next = await reader.read(); !next.done; next = await reader.read()) {
          text += decoder.decode(next.value, { stream: true })
        }
        return { status, text, broken: false }
      } catch (err) {
        if (err.name === 'RpcError') return { status: err.status, text: err.message, broken: false }
        return { status, text: text + err, broken: true }
      }
    })(${JSON.stringify(target)}, ${JSON.stringify(files)}, ${JSON.stringify(way)})`)
  }

  /** Returns whether an answer has exactly the bytes of a seed. */
  async reads (target: string, seed: number, sizeBytes: number): Promise<boolean> {
    return await this.#evaluate<boolean>(`(async (target, seed, sizeBytes) => {
      const response = await fetch('/api/v0/' + target, { method: 'POST' })
      const bytes = new Uint8Array(await response.arrayBuffer().catch(() => new ArrayBuffer(0)))
      const wanted = seededBytes(seed, sizeBytes)
      return response.ok && bytes.length === wanted.length && bytes.every((byte, i) => byte === wanted[i])
    })(${JSON.stringify(target)}, ${seed}, ${sizeBytes})`)
  }

  /** Returns the sizes of blocks, from `block/stat`. */
  async sizesOf (cids: string[]): Promise<number[]> {
    return await this.#evaluate<number[]>(`(async (cids) => {
      const sizes = []
      let next = 0
      const size = async () => {
        while (next < cids.length) {
          const i = next++
          sizes[i] = (await (await fetch('/api/v0/block/stat?arg=' + cids[i], { method: 'POST' })).json()).Size
        }
      }
      await Promise.all(Array.from({ length: 8 }, size))
      return sizes
    })(${JSON.stringify(cids)})`)
  }

  /** Stops the worker, like the browser stops an idle one; the page stays. */
  async stopWorker (): Promise<void> {
    await this.#browser.send('ServiceWorker.enable', {}, this.#sessionId)
    await this.#browser.send('ServiceWorker.stopAllWorkers', {}, this.#sessionId)
    await this.#browser.send('ServiceWorker.disable', {}, this.#sessionId)
  }

  async close (): Promise<void> {
    await this.#browser.send('Target.closeTarget', { targetId: this.#targetId })
  }

  async #evaluate<T> (expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#browser.send<
      { result: { value: T }; exceptionDetails?: { text: string; exception?: { description?: string } } }
    >(
      'Runtime.evaluate',
      { expression, awaitPromise: true, returnByValue: true },
      this.#sessionId
    )

    if (exceptionDetails != null) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    }

    return result.value
  }
}
