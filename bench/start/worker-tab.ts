import type { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'

/** A page that a worker controls and that sends nothing by itself. Its debugger does not attach to the worker. */
export class WorkerTab {
  readonly #browser: ChromiumOverPipe
  readonly #sessionId: string

  private constructor (browser: ChromiumOverPipe, sessionId: string) {
    this.#browser = browser
    this.#sessionId = sessionId
  }

  /**
   * Opens a page, registers `/sw.js` of its origin, and waits until the worker controls the page.
   *
   * @param url - a page that registers no worker and calls no node
   */
  static async open (browser: ChromiumOverPipe, url: string): Promise<WorkerTab> {
    const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', { url: 'about:blank' })
    const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true
    })
    await browser.send('Page.enable', {}, sessionId)
    await browser.send('ServiceWorker.enable', {}, sessionId)
    const loaded = browser.event('Page.loadEventFired', sessionId)
    await browser.send('Page.navigate', { url }, sessionId)
    await loaded

    const tab = new WorkerTab(browser, sessionId)
    await tab.evaluate(`(async () => {
      const controlled = new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
      await navigator.serviceWorker.register('/sw.js')
      await navigator.serviceWorker.ready
      if (navigator.serviceWorker.controller == null) await controlled
    })()`)
    return tab
  }

  /** Evaluates an expression, or waits for its promise. */
  async evaluate<T> (expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.#browser.send<
      { result: { value: T }; exceptionDetails?: { text: string; exception?: { description?: string } } }
    >('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true }, this.#sessionId)

    if (exceptionDetails != null) {
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    }
    return result.value
  }

  /** Stops all workers of the browser, as it stops idle ones. */
  async stopWorkers (): Promise<void> {
    await this.#browser.send('ServiceWorker.stopAllWorkers', {}, this.#sessionId)
  }
}
