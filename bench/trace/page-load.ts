import type { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'

/** A way to load a page. */
export type LoadKind = 'visit' | 'reload' | 'stopped' | 'uncached' | 'hard'

/** A tab whose page loads are measured, from outside, until their load event. */
export class LoadTab {
  readonly #browser: ChromiumOverPipe
  readonly #targetId: string
  readonly #sessionId: string

  private constructor (browser: ChromiumOverPipe, targetId: string, sessionId: string) {
    this.#browser = browser
    this.#targetId = targetId
    this.#sessionId = sessionId
  }

  static async open (browser: ChromiumOverPipe): Promise<LoadTab> {
    const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true
    })
    return new LoadTab(browser, targetId, sessionId)
  }

  /**
   * Loads a page.
   *
   * @param kind - first visit; reload; reload after all workers were stopped; reload without the HTTP cache; reload
   *   past the worker, as with the shift key
   * @returns milliseconds to the navigation that showed the page, and to its load event; a script of the page sets
   *   `loadedAt`
   */
  async load (url: string, kind: LoadKind): Promise<{ startedMs: number; loadedMs: number }> {
    if (kind === 'stopped') {
      await this.#send('ServiceWorker.enable', {})
      await this.#send('ServiceWorker.stopAllWorkers', {})
      await this.#send('ServiceWorker.disable', {})
    }

    if (kind === 'uncached') {
      await this.#send('Network.enable', {})
      await this.#send('Network.setCacheDisabled', { cacheDisabled: true })
    }

    const mark = `before${Math.random()}`

    if (kind !== 'visit') {
      await this.evaluate(`window[${JSON.stringify(mark)}] = true`)
    }

    const start = Date.now()

    if (kind === 'visit') {
      await this.#send('Page.navigate', { url })
    } else {
      await this.#send('Page.reload', { ignoreCache: kind === 'hard' })
    }

    for (;;) {
      const loadedAt = await this.evaluate<number>(
        `window[${JSON.stringify(mark)}] === true ? 0 : new Promise((resolve) => {
          if (window.loadedAt > 0) resolve(window.loadedAt)
          else if (document.readyState === 'complete') setTimeout(resolve, 20, 0)
          else addEventListener('load', () => setTimeout(() => resolve(window.loadedAt ?? 0)))
        })`
      ).catch((err: Error) => {
        if (/context was destroyed|navigated or closed|Cannot find .*context|page is gone/.test(err.message)) {
          return 0
        }
        throw err
      })

      if (loadedAt > 0) {
        if (kind === 'uncached') {
          await this.#send('Network.disable', {})
        }
        return { startedMs: await this.evaluate<number>('performance.timeOrigin') - start, loadedMs: loadedAt - start }
      }
    }
  }

  async evaluate<T> (expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#send<
      { result: { value: T }; exceptionDetails?: { text: string; exception?: { description?: string } } }
    >('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })

    if (exceptionDetails != null) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    }
    return result.value
  }

  async close (): Promise<void> {
    await this.#browser.send('Target.closeTarget', { targetId: this.#targetId })
  }

  async #send<T> (method: string, params: object): Promise<T> {
    return await this.#browser.send<T>(method, params, this.#sessionId)
  }
}
