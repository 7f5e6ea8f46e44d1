import type { ChromiumOverPipe } from './chromium-over-pipe.ts'
import { seededBytes } from './seeded-bytes.ts'

/** A file of bytes that follow from its seed, or given ones (base64). */
export interface SentFile {
  name: string
  seed?: number
  sizeBytes?: number
  base64?: string
}

export interface Answer {
  status: number
  text: string
  /** the body broke off, or there was no answer at all */
  broken: boolean
}

/** A page of the origin whose worker runs the node, as long as its renderer lives. */
export class NodePage {
  readonly #browser: ChromiumOverPipe
  readonly #sessionId: string
  readonly #targetId: string

  private constructor (browser: ChromiumOverPipe, sessionId: string, targetId: string) {
    this.#browser = browser
    this.#sessionId = sessionId
    this.#targetId = targetId
  }

  /** Opens a page that is not the app (which asks the node by itself), and waits until the worker controls it. */
  static async open (browser: ChromiumOverPipe, origin: string): Promise<NodePage> {
    const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', { targetId, flatten: true })
    await browser.send('Inspector.enable', {}, sessionId)
    await browser.send('Page.enable', {}, sessionId)
    await Promise.all([
      browser.event('Page.loadEventFired', sessionId),
      browser.send('Page.navigate', { url: `${origin}/manifest.webmanifest` }, sessionId)
    ])

    const page = new NodePage(browser, sessionId, targetId)
    await page.#evaluate(`(async () => {
      globalThis.__name = (fn) => fn // a compiler's helper, which functions sent from here may call
      globalThis.seededBytes = ${seededBytes.toString()}
      await navigator.serviceWorker.register('/sw.js')
      await navigator.serviceWorker.ready
      while (navigator.serviceWorker.controller == null) await new Promise((resolve) => setTimeout(resolve, 20))
    })()`)
    return page
  }

  /** Calls the RPC. Never throws for what the node answers. @throws GoneError when the page is gone */
  async rpc (target: string, files: SentFile[] = []): Promise<Answer> {
    return await this.#evaluate<Answer>(`(async (target, files) => {
      let body
      if (files.length > 0) {
        body = new FormData()
        for (const { name, seed, sizeBytes, base64 } of files) {
          const bytes = base64 == null ? seededBytes(seed, sizeBytes) : Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
          body.append('file', new Blob([bytes]), encodeURIComponent(name))
        }
      }

      let status = 0
      let text = ''
      try {
        const response = await fetch('/api/v0/' + target, { method: 'POST', body })
        status = response.status
        const decoder = new TextDecoder()
        const reader = response.body.getReader()
        for (let next = await reader.read(); !next.done; next = await reader.read()) text += decoder.decode(next.value, { stream: true })
        return { status, text, broken: false }
      } catch (err) {
        return { status, text: text + err, broken: true }
      }
    })(${JSON.stringify(target)}, ${JSON.stringify(files)})`)
  }

  /** Stops the worker, as the browser does with an idle one; the page stays. */
  async stopWorker (): Promise<void> {
    await this.#browser.send('ServiceWorker.enable', {}, this.#sessionId)
    await this.#browser.send('ServiceWorker.stopAllWorkers', {}, this.#sessionId)
    await this.#browser.send('ServiceWorker.disable', {}, this.#sessionId)
  }

  async close (): Promise<void> {
    await this.#browser.send('Target.closeTarget', { targetId: this.#targetId })
  }

  async #evaluate<T> (expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#browser.send<{ result: { value: T }, exceptionDetails?: { text: string, exception?: { description?: string } } }>(
      'Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, this.#sessionId)

    if (exceptionDetails != null) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    }

    return result.value
  }
}
