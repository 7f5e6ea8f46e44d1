interface Answer { value: unknown }

interface Problem { error: string, message: string }

/** Commands of W3C WebDriver over HTTP (https://www.w3.org/TR/webdriver2/). */
export class WebDriverSession {
  readonly #url: string
  readonly capabilities: Record<string, unknown>

  private constructor (url: string, capabilities: Record<string, unknown>) {
    this.#url = url
    this.capabilities = capabilities
  }

  /** @param driver - address of the driver */
  static async start (driver: string, capabilities: object): Promise<WebDriverSession> {
    const { sessionId, capabilities: given } = await command<{ sessionId: string, capabilities: Record<string, unknown> }>('POST', `${driver}/session`, { capabilities: { alwaysMatch: capabilities } })
    return new WebDriverSession(`${driver}/session/${sessionId}`, given)
  }

  async post<R> (path: string, body: object): Promise<R> {
    return await command<R>('POST', this.#url + path, body)
  }

  async end (): Promise<void> {
    await command('DELETE', this.#url)
  }
}

async function command<R> (method: string, url: string, body?: object): Promise<R> {
  const response = await fetch(url, { method, ...(body == null ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }) })
  const { value } = await response.json() as Answer

  if (!response.ok) {
    const { error, message } = value as Problem
    throw new Error(`${error}: ${message}`)
  }

  return value as R
}
