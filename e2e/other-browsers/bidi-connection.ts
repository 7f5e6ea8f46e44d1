import WebSocket from 'ws'

interface Answer { id?: number, type: string, result?: unknown, error?: string, message?: string }

/** Commands of WebDriver BiDi over its WebSocket (https://w3c.github.io/webdriver-bidi/). */
export class BidiConnection {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, { resolve: (value: never) => void, reject: (err: Error) => void }>()
  #lastId = 0

  private constructor (socket: WebSocket) {
    this.#socket = socket
    socket.on('message', (data) => { this.#receive(JSON.parse((data as Buffer).toString()) as Answer) })
    socket.on('error', () => {}) // `close` follows
    socket.on('close', () => {
      this.#waiting.forEach(({ reject }) => { reject(new Error('the browser is gone')) })
      this.#waiting.clear()
    })
  }

  static async open (url: string): Promise<BidiConnection> {
    const socket = new WebSocket(url, { perMessageDeflate: false, maxPayload: 0 })
    await new Promise<void>((resolve, reject) => { socket.once('open', resolve).once('error', reject) })
    return new BidiConnection(socket)
  }

  async send<R> (method: string, params: object): Promise<R> {
    const id = ++this.#lastId
    return await new Promise<R>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
  }

  close (): void {
    this.#socket.terminate()
  }

  #receive ({ id, type, result, error, message }: Answer): void {
    const call = id == null ? undefined : this.#waiting.get(id)

    if (call == null) {
      return // an event
    }

    this.#waiting.delete(id!)

    if (type === 'success') {
      call.resolve(result as never)
    } else {
      call.reject(new Error(`${error}: ${message}`))
    }
  }
}
