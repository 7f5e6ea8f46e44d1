import type { CommandPortAnswer } from '../src/client/messages.ts'
import { serveCalls } from '../src/port/serve-calls.ts'
import { commandCalls } from '../src/rpc/command-calls.ts'
import type { AnswerCommand } from '../src/rpc/command-calls.ts'

/** A page pings while it waits; one in the background a minute apart, since browsers slow its timers down. */
const SILENCE_MS = 150_000
/** So long one message of a page keeps the worker, at most: the next ping comes before. Browsers count five minutes for one event. */
const KEEP_MS = 90_000
/** A ping that announces a call can be ahead of it. */
const CALL_COMES_MS = 1000

/**
 * The ports by which pages of the node call commands with Blobs in place of a body (`src/client/command-port.ts`). Who may have one
 * is decided when it is asked for, as for a fetch of the RPC: by the client's URL, which does not change.
 */
export class CommandPorts {
  readonly #origin: string
  readonly #answer: AnswerCommand
  /** calls of each open port, by what closes it */
  readonly #ports = new Map<() => void, { calls: number }>()
  /** calls that have not ended yet, also of ports that are closed: what they wrote is taken back */
  #calls = 0
  readonly #waiting = new Set<() => void>()
  readonly #locks: Pick<LockManager, 'request'> | undefined
  #lock: Promise<string> | undefined

  /** @param locks - by which pages learn that this worker is no more; default: those of the browser */
  constructor (origin: string, answer: AnswerCommand, locks: Pick<LockManager, 'request'> | undefined = globalThis.navigator?.locks) {
    this.#origin = origin
    this.#answer = answer
    this.#locks = locks
  }

  /** Serves a port until its page closes it or is gone. @returns resolves when the worker need not be kept for it by this event */
  async accept (port: MessagePort): Promise<void> {
    const own = { calls: 0 }

    const count = (more: number): void => {
      own.calls += more
      this.#calls += more
      this.#settle()
    }

    const close = serveCalls(port, commandCalls(this.#origin, this.#answer), {
      silenceMs: SILENCE_MS,
      use: async (work) => {
        count(1)
        await work().finally(() => { count(-1) })
      },
      onClose: () => {
        this.#ports.delete(close)
        this.#settle()
      }
    })

    this.#ports.set(close, own)
    const lock = this.#locks == null ? undefined : await (this.#lock ??= holdLock(this.#locks))

    // it may have been closed meanwhile: nobody calls by it then
    if (this.#ports.has(close)) {
      port.postMessage({ type: 'command-port', accepted: true, lock, lists: true } satisfies CommandPortAnswer)
      await this.#whenIdle()
    }
  }

  /** A page has pinged. @returns resolves when no call is under way, or its page has had time to ping again */
  async kept (): Promise<void> {
    if (this.#ports.size > 0) {
      await new Promise((resolve) => { setTimeout(resolve, CALL_COMES_MS) })
    }

    if (this.#calls > 0) {
      await this.#whenIdle()
    }
  }

  /** Closes ports without a call: another version takes over, and pages ask for one of that. */
  closeIdle (): void {
    this.#ports.forEach(({ calls }, close) => { if (calls === 0) close() })
  }

  #settle (): void {
    if (this.#calls === 0) {
      this.#waiting.forEach((resolve) => { resolve() })
    }
  }

  async #whenIdle (): Promise<void> {
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(done)
        resolve()
      }

      const timer = setTimeout(done, KEEP_MS)
      this.#waiting.add(done)
    })
  }
}

/** @returns the name of a lock that is held from now on, until the worker ends */
async function holdLock (locks: Pick<LockManager, 'request'>): Promise<string> {
  const name = `swipfs-worker-${crypto.randomUUID()}`

  await new Promise<void>((resolve, reject) => {
    locks.request(name, async () => {
      resolve()
      await new Promise(() => {})
    }).catch(reject)
  })

  return name
}
