import type { ChromiumOverPipe } from '../../e2e/kill/chromium-over-pipe.ts'

/**
 * A tab that is controlled over the DevTools pipe alone: no debugger is attached to it or its worker, which would slow
 * both down.
 */
export class Tab {
  readonly #browser: ChromiumOverPipe
  readonly #targetId: string
  readonly #sessionId: string

  private constructor (browser: ChromiumOverPipe, targetId: string, sessionId: string) {
    this.#browser = browser
    this.#targetId = targetId
    this.#sessionId = sessionId
  }

  /**
   * Opens a tab that is controlled by its worker.
   *
   * @param options.bypassCsp - whether it may fetch from other origins in spite of its policy
   */
  static async open (browser: ChromiumOverPipe, url: string, options: { bypassCsp?: boolean } = {}): Promise<Tab> {
    const tab = await Tab.at(browser, url, options)
    await tab.evaluate(
      '(async () => { while (navigator.serviceWorker?.controller == null) await new Promise((resolve) => ' +
        'setTimeout(resolve, 50)) })()'
    )
    return tab
  }

  /** Opens a tab at an address, whether or not a worker controls it. */
  static async at (
    browser: ChromiumOverPipe,
    url: string,
    { bypassCsp = false }: { bypassCsp?: boolean } = {}
  ): Promise<Tab> {
    const { targetId } = await browser.send<{ targetId: string }>('Target.createTarget', {
      url: bypassCsp ? 'about:blank' : url
    })
    const tab = await Tab.attach(browser, targetId)

    if (bypassCsp) {
      await tab.#send('Page.setBypassCSP', { enabled: true })
      await tab.#send('Page.navigate', { url })
    }

    await tab.evaluate(
      '(async () => { while (location.protocol === "about:") await new Promise((resolve) => ' +
        'setTimeout(resolve, 50)) })()'
    )
    return tab
  }

  static async attach (browser: ChromiumOverPipe, targetId: string): Promise<Tab> {
    const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true
    })
    return new Tab(browser, targetId, sessionId)
  }

  async evaluate<T> (expression: string): Promise<T> {
    for (;;) {
      const { result, exceptionDetails } = await this.#send<
        { result: { value: T }; exceptionDetails?: { text: string; exception?: { description?: string } } }
      >('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
        .catch((err: Error) => {
          // The tab navigated away from its initial empty page.
          if (/context was destroyed|navigated or closed|Cannot find .*context/.test(err.message)) {
            return { result: undefined, exceptionDetails: undefined }
          }
          throw err
        })

      if (exceptionDetails != null) {
        throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
      }
      if (result != null) {
        return result.value
      }
    }
  }

  /** Runs a function in the page, which has access only to its input. */
  async run<I, T> (does: (input: I) => Promise<T>, input: I): Promise<T> {
    return await this.evaluate<T>(`(${does.toString()})(${JSON.stringify(input)})`)
  }

  /** Runs a script at the start of every page that is opened from now on. */
  async beforeScripts (source: string): Promise<void> {
    await this.#send('Page.enable', {})
    await this.#send('Page.addScriptToEvaluateOnNewDocument', { source })
  }

  /** Drops files and folders of the disk, as from a file manager. */
  async drop (...places: string[]): Promise<void> {
    const data = { items: [], files: places, dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop']) {
      await this.#send('Input.dispatchDragEvent', { type, x: 300, y: 300, data })
    }
  }

  /** Sets the size of the visible part, in CSS pixels. */
  async view (size: { width: number; height: number }): Promise<void> {
    await this.#send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false })
  }

  async go (url: string): Promise<void> {
    await this.#send('Page.navigate', { url })
  }

  /** Stops idle workers, like the browser does. */
  async stopWorkers (): Promise<void> {
    await this.#send('ServiceWorker.enable', {})
    await this.#send('ServiceWorker.stopAllWorkers', {})
    await this.#send('ServiceWorker.disable', {})
  }

  /** Picks a file on disk and stores it in `window[name]`. */
  async pickFile (name: string, path: string): Promise<void> {
    const { result } = await this.#send<{ result: { objectId: string } }>('Runtime.evaluate', {
      expression: 'window.picker = Object.assign(document.createElement("input"), { type: "file" })'
    })
    await this.#send('DOM.setFileInputFiles', { files: [path], objectId: result.objectId })
    await this.evaluate(`window[${JSON.stringify(name)}] = window.picker.files[0]`)
  }

  /** Collects garbage of the page, including Blobs of the previous run. */
  async collectGarbage (): Promise<void> {
    await this.#send('HeapProfiler.collectGarbage', {})
  }

  async close (): Promise<void> {
    await this.#browser.send('Target.closeTarget', { targetId: this.#targetId })
  }

  async #send<T> (method: string, params: object): Promise<T> {
    return await this.#browser.send<T>(method, params, this.#sessionId)
  }
}
