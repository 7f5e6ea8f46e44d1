/** A browser that Playwright does not drive: one window, spoken to by the standard wire protocols. */
export interface OtherBrowser {
  /** as the browser tells it, e.g. `140.5.0` */
  version: string
  /** Opens an address and waits until it has loaded; `undefined` where the browser shows its own error page. */
  goto: (url: string) => Promise<void>
  /** Runs a function in the page, with a plain value in and a plain value out. @throws an Error with the page's name and message */
  evaluate: <A, R>(script: (arg: A) => R | Promise<R>, arg?: A) => Promise<R>
  /** Ends the browser as a person would. */
  close: () => Promise<void>
  /** Ends its processes with no warning, as a crash would. */
  kill: () => Promise<void>
}

export interface BrowserKind {
  name: string
  /** @returns why the browser cannot be used here, or undefined */
  missing: () => string | undefined
  /** @param profile - folder where the browser keeps its data */
  launch: (profile: string) => Promise<OtherBrowser>
  /** nothing of a private window outlives the browser */
  keepsData: boolean
}

/** A page's function as source text that takes and gives JSON, for protocols that carry text. */
export function asJsonFunction (script: (arg: never) => unknown): string {
  return `async (json) => {
    try {
      return JSON.stringify({ value: await (${script.toString()})(JSON.parse(json).arg) })
    } catch (err) {
      return JSON.stringify({ error: err.name + ': ' + err.message })
    }
  }`
}

/** What a function made by `asJsonFunction` gave. @throws what it threw */
export function fromJson<R> (json: string): R {
  const { value, error } = JSON.parse(json) as { value: R, error?: string }

  if (error != null) {
    throw new Error(`in the page: ${error}`)
  }

  return value
}
