import type { CommandPortAnswer } from '../../src/client/protocol/messages.ts'
import { serveCalls } from '../../src/port/serve-calls.ts'
import { commandCalls } from '../../src/rpc/command-calls.ts'
import type { AnswerCommand } from '../../src/rpc/command-calls.ts'
import { pageRefusal } from '../scope/guard.ts'

/**
 * Silence after which a port is closed. A page pings while it waits; browsers throttle timers of background pages to
 * one a minute.
 */
const SILENCE_MS = 150_000
/**
 * Time for which one message keeps the worker alive, at most: the next ping arrives earlier. Browsers limit an event to
 * five minutes.
 */
const KEEP_MS = 90_000
/** A ping that announces a call may arrive before it. */
const CALL_COMES_MS = 1000

/**
 * The ports over which pages call commands with Blobs instead of a body (`src/client/rpc/command-port.ts`). Access is
 * checked once when a port is requested, by the client's URL, as for a fetch of the RPC. That URL does not change.
 */
export class CommandPorts {
  readonly #origin: string
  readonly #answer: AnswerCommand
  /** calls of each open port, by the function that closes it */
  readonly #ports = new Map<() => void, { calls: number }>()
  /** Unfinished calls, including calls of closed ports, which still roll back their writes. */
  #calls = 0
  readonly #waiting = new Set<() => void>()
  readonly #locks: Pick<LockManager, 'request'> | undefined
  #lock: Promise<string> | undefined

  /** @param locks - locks by which pages notice that this worker has ended; by default those of the browser */
  constructor (
    origin: string,
    answer: AnswerCommand,
    locks: Pick<LockManager, 'request'> | undefined = globalThis.navigator?.locks
  ) {
    this.#origin = origin
    this.#answer = answer
    this.#locks = locks
  }

  /**
   * Serves a port until its page closes it or is gone.
   *
   * @returns a promise that resolves when this event need not keep the worker alive for the port
   */
  async accept (port: MessagePort): Promise<void> {
    const own = { calls: 0 }

    const count = (more: number): void => {
      own.calls += more
      this.#calls += more
      this.#resolveIfIdle()
    }

    const close = serveCalls(port, commandCalls(this.#origin, this.#answer), {
      silenceMs: SILENCE_MS,
      use: async (work) => {
        count(1)
        await work().finally(() => {
          count(-1)
        })
      },
      onClose: () => {
        this.#ports.delete(close)
        this.#resolveIfIdle()
      }
    })

    this.#ports.set(close, own)
    const lock = this.#locks == null ? undefined : await (this.#lock ??= holdLock(this.#locks))

    // It may have been closed meanwhile; then it is not used.
    if (this.#ports.has(close)) {
      port.postMessage({ type: 'command-port', accepted: true, lock, lists: true } satisfies CommandPortAnswer)
      await this.#waitUntilIdle()
    }
  }

  /**
   * Handles a ping of a page.
   *
   * @returns a promise that resolves when no call is running, or the page has had time to ping again
   */
  async whenIdleOrPinged (): Promise<void> {
    if (this.#ports.size > 0) {
      await new Promise((resolve) => {
        setTimeout(resolve, CALL_COMES_MS)
      })
    }

    if (this.#calls > 0) {
      await this.#waitUntilIdle()
    }
  }

  /** Closes ports without calls when another version takes over; pages request a port of the new one. */
  closeIdle (): void {
    this.#ports.forEach(({ calls }, close) => {
      if (calls === 0) {
        close()
      }
    })
  }

  #resolveIfIdle (): void {
    if (this.#calls === 0) {
      this.#waiting.forEach((resolve) => {
        resolve()
      })
    }
  }

  async #waitUntilIdle (): Promise<void> {
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

/**
 * Acquires a lock that is held until the worker ends.
 *
 * @returns the name of the lock
 */
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

/**
 * Answers a client's request for a command port. Clients that may use the RPC by fetch get one, all others are refused.
 * The worker is kept alive during calls.
 */
export function acceptCommandPort (
  event: Pick<ExtendableMessageEvent, 'source' | 'ports' | 'waitUntil'>,
  origin: string,
  commandPorts: Pick<CommandPorts, 'accept'>
): void {
  const { source, ports: [port] } = event

  if (port == null) {
    return
  }

  if (source == null || pageRefusal(source, origin) != null) {
    port.postMessage({ type: 'command-port', accepted: false } satisfies CommandPortAnswer)
    port.close()
    return
  }

  event.waitUntil(commandPorts.accept(port))
}
