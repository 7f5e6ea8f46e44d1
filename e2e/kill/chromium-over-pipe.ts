import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { chromium } from 'playwright'
import { chromiumArgs, chromiumPath } from '../../scripts/browser/launch-options.mjs'

const CLOSE_TIMEOUT_MS = 20_000

interface Waiting {
  sessionId: string | undefined
  resolve: (result: never) => void
  reject: (err: Error) => void
}

type Listener = (method: string, sessionId: string | undefined, params: object) => void

interface Message {
  id?: number
  method?: string
  params?: object & { sessionId?: string }
  result?: unknown
  error?: { message: string }
  sessionId?: string
}

/** The browser, the page or its renderer is gone, so no answer will arrive. */
export class GoneError extends Error {
  static override readonly name = 'GoneError'
  override readonly name = 'GoneError'
}

/** Running browsers, to be killed if this process exits. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) {
    signalGroup(child, 'SIGKILL')
  }
})

export interface ChromiumOverPipeOptions {
  /** additional switches */
  args?: readonly string[]
  /** whether to open windows on the display of the environment */
  isHeaded?: boolean
}

/**
 * A Chromium with a profile on disk, controlled over a DevTools pipe. The starter knows its process, and can kill it.
 */
export class ChromiumOverPipe {
  readonly #process: ChildProcess
  readonly #ended: Promise<void>
  readonly #waiting = new Map<number, Waiting>()
  readonly #listeners = new Set<Listener>()
  /** sessions of closed pages: the browser does not answer commands to them */
  readonly #gone = new Set<string | undefined>()
  #lastId = 0

  private constructor (profile: string, { args: more = [], isHeaded = false }: ChromiumOverPipeOptions) {
    const args = [
      ...chromiumArgs(),
      ...isHeaded ? [] : ['--headless=new'],
      '--disable-gpu',
      '--disable-extensions',
      '--no-default-browser-check',
      ...more,
      `--user-data-dir=${profile}`,
      '--remote-debugging-pipe',
      'about:blank'
    ]
    // A process group of its own, so that all of its processes end at once.
    this.#process = spawn(chromiumPath() ?? chromium.executablePath(), args, {
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']
    })
    running.add(this.#process)
    this.#ended = new Promise((resolve) => {
      const end = (): void => {
        running.delete(this.#process)
        this.#reject(() => true, 'the browser is gone')
        resolve()
      }
      this.#process.once('exit', end)
      this.#process.once('error', end)
    })

    const [commands, events] = [this.#process.stdio[3] as Writable, this.#process.stdio[4] as Readable]
    commands.on('error', () => {}) // `ended` reports the exit of the browser.
    events.on('error', () => {})
    this.#read(events)
  }

  /** @param profile - folder of the browser's data */
  static async start (profile: string, options: ChromiumOverPipeOptions = {}): Promise<ChromiumOverPipe> {
    const browser = new ChromiumOverPipe(profile, options)
    await browser.send('Target.setDiscoverTargets', { discover: false })
    return browser
  }

  /**
   * Sends a command of the DevTools protocol.
   *
   * @throws GoneError if the browser or the page is gone
   */
  async send<T> (method: string, params: object = {}, sessionId?: string): Promise<T> {
    if (!running.has(this.#process)) {
      throw new GoneError('the browser is gone')
    }
    if (this.#gone.has(sessionId)) {
      throw new GoneError('the page is gone')
    }
    const id = ++this.#lastId

    return await new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { sessionId, resolve, reject })
      const commands = this.#process.stdio[3] as Writable
      commands.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    })
  }

  /**
   * Waits for the next event with this name in a session.
   *
   * @param sessionId - undefined for events of the browser
   * @returns the parameters of the event
   * @throws GoneError if the page is gone first
   */
  async event<T extends object> (name: string, sessionId?: string): Promise<T> {
    const id = ++this.#lastId
    let listener: Listener = () => {}

    try {
      return await new Promise<T>((resolve, reject) => {
        listener = (method, session, params) => {
          if (method === name && session === sessionId) {
            resolve(params as T)
          }
        }
        this.#listeners.add(listener)
        // Registered like a command without an answer: rejected when the page is gone.
        this.#waiting.set(id, { sessionId, resolve, reject })
      })
    } finally {
      this.#listeners.delete(listener)
      this.#waiting.delete(id)
    }
  }

  /**
   * Kills all processes that run pages and workers, like the system under memory pressure, and waits until they are
   * gone.
   */
  async killRenderers (): Promise<void> {
    const { processInfo } = await this.send<{ processInfo: Array<{ type: string; id: number }> }>(
      'SystemInfo.getProcessInfo'
    )
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
    for (const id of renderers) {
      signal(id, 'SIGKILL')
    }
    while (renderers.some((id) => signal(id, 0))) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }

  /** Kills the browser without a warning. */
  async kill (): Promise<void> {
    signalGroup(this.#process, 'SIGKILL')
    await this.#ended
  }

  /** Closes the browser like a user. */
  async close (): Promise<void> {
    await Promise.race([this.send('Browser.close').catch(() => {}), this.#ended])
    const timer = setTimeout(() => {
      signalGroup(this.#process, 'SIGKILL')
    }, CLOSE_TIMEOUT_MS)
    await this.#ended
    clearTimeout(timer)
    signalGroup(this.#process, 'SIGKILL') // Remaining child processes.
  }

  #read (events: Readable): void {
    let parts: Buffer[] = []

    events.on('data', (data: Buffer) => {
      for (let from = 0;;) {
        const end = data.indexOf(0, from)
        parts.push(data.subarray(from, end < 0 ? undefined : end))
        if (end < 0) {
          return
        }
        this.#take(JSON.parse(Buffer.concat(parts).toString()) as Message)
        parts = []
        from = end + 1
      }
    })
  }

  #take ({ id, method, params, result, error, sessionId }: Message): void {
    if (id == null) {
      if (method === 'Inspector.targetCrashed') {
        this.#lose(sessionId, 'the page has crashed')
      }
      if (method === 'Target.detachedFromTarget') {
        this.#lose(params?.sessionId, 'the page is gone')
      }
      for (const listener of [...this.#listeners]) {
        listener(method ?? '', sessionId, params ?? {})
      }
      return
    }

    const waiting = this.#waiting.get(id)
    this.#waiting.delete(id)
    if (error == null) {
      waiting?.resolve(result as never)
    } else {
      waiting?.reject(new Error(error.message))
    }
  }

  #lose (session: string | undefined, message: string): void {
    this.#gone.add(session)
    this.#reject((of) => of === session, message)
  }

  #reject (which: (sessionId: string | undefined) => boolean, message: string): void {
    for (const [id, { sessionId, reject }] of this.#waiting) {
      if (!which(sessionId)) {
        continue
      }
      this.#waiting.delete(id)
      reject(new GoneError(message))
    }
  }
}

function signalGroup (child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid != null) {
    signal(-child.pid, name)
  }
}

/** @returns whether there was a process (or, for a negative ID, a group) with that ID */
function signal (id: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(id, name)
  } catch {
    return false
  }
}
