import { settledWithin } from '../../async/promises/settled-within.ts'
import { unlessAborted } from '../../async/signals/unless-aborted.ts'
import { PortBlocks } from '../../blocks/port/port-blocks.ts'
import { defineError, isError } from '../../errors/define-error.ts'
import { PortCalls } from '../../port/port-calls.ts'
import { PortClosedError } from '../../port/port-error.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'
import { portNames } from '../port/port-names.ts'
import type { GatewaySnapshot } from '../port/serve-gateway.ts'

/**
 * Timeout for a port. A page opens a frame of the home node, which may have to install its worker and recover its node
 * first. The timeout is longer than every attempt of the pages, which report failures themselves.
 */
const WAIT_MS = 60_000
/** Time for which a failed attempt is remembered, so that not every subresource waits again. */
const AWAY_MS = 15_000
/** Silence after which a port is checked before use: not every browser reports a stopped worker. */
const CHECK_AFTER_MS = 10_000
const CHECK_MS = 2000
/** Timeout of the first answer. A node that opens its storage after a crash takes a while. */
const OPEN_MS = 30_000
const PING_INTERVAL_MS = 3000
/** Maximum concurrent calls of this site. More calls wait; the home node works on fewer (`SitePorts`). */
const MAX_CALLS = 1024
/** Maximum number of ports that may close in a row without an answer. */
const MAX_DEATHS = 3

/** A shared pending request for a port. */
interface Waiting {
  promise: Promise<HomeConnection>
  resolve: (connection: HomeConnection) => void
  reject: (error: HomeUnreachableError) => void
}

/** The open port of a home node. */
export interface HomeConnection {
  calls: PortCalls
  blocks: PortBlocks
  names: GatewayNames
}

export interface HomeConnectionInit {
  /** origin of the home node, for messages */
  home: string
  /**
   * Asks pages of this site for a port, which they pass to `adopt` or `take`.
   *
   * @returns whether there is a page to ask
   */
  ask: () => Promise<boolean>
  /** receives the settings of the home node whenever they arrive */
  onSnapshot?: (snapshot: GatewaySnapshot) => void
  waitMs?: number
  awayMs?: number
  checkAfterMs?: number
  checkMs?: number
  now?: () => number
}

/**
 * The connection of a site to its home node, over a port that pages of the site provide. The home node's worker is
 * stopped when it is idle, so a port may close at any time. Then the connection requests another port from a page.
 */
export class HomeLink {
  readonly #init: Required<Omit<HomeConnectionInit, 'onSnapshot'>> & Pick<HomeConnectionInit, 'onSnapshot'>
  #connection: HomeConnection | undefined
  #heardAt = 0
  #away: { error: HomeUnreachableError; visited: boolean; until: number } | undefined
  #waiting: Waiting | undefined

  constructor (init: HomeConnectionInit) {
    this.#init = {
      waitMs: WAIT_MS,
      awayMs: AWAY_MS,
      checkAfterMs: CHECK_AFTER_MS,
      checkMs: CHECK_MS,
      now: Date.now,
      ...init
    }
  }

  /**
   * Takes a port of the home node from a page, and uses it for new calls. The previous port is closed after its calls
   * have ended.
   *
   * @throws HomeUnreachableError if no node answers at its other end
   */
  async adopt (port: MessagePort): Promise<void> {
    const calls = new PortCalls(port, { pingIntervalMs: PING_INTERVAL_MS, maxCalls: MAX_CALLS })
    const hello = await settledWithin(this.#hello(calls), OPEN_MS)

    if (hello === 'late' || 'error' in hello) {
      calls.close()
      throw hello === 'late'
        ? new HomeUnreachableError(this.#init.home, 'it does not answer')
        : new HomeUnreachableError(this.#init.home, (hello.error as Error).message, {
          hasEnded: isError(hello.error, PortClosedError)
        })
    }

    this.#connection?.calls.retire()
    this.#connection = { calls, blocks: new PortBlocks(calls), names: portNames(calls) }
    this.#away = undefined
    this.#waiting?.resolve(this.#connection)
    this.#waiting = undefined
  }

  /**
   * Takes a port like `adopt`. Records a failure as that of the home node (`away`), unless the node has only ended: the
   * page then tries again.
   */
  async take (port: MessagePort): Promise<void> {
    await this.adopt(port).catch((err: HomeUnreachableError) => {
      throw err.hasEnded ? err : this.away(err.reason)
    })
  }

  /**
   * Records that a page could not get a port, and rejects pending requests for one.
   *
   * @param options.visited - whether a page that was opened for this purpose reports it, which no policy of the content
   *   can block
   */
  away (reason: string, { visited = true }: { visited?: boolean } = {}): HomeUnreachableError {
    const error = new HomeUnreachableError(this.#init.home, reason)
    this.#away = { error, visited, until: this.#init.now() + this.#init.awayMs }
    this.#waiting?.reject(error)
    this.#waiting = undefined
    return error
  }

  /** whether a port is open, as far as known */
  get isOpen (): boolean {
    return this.#connection?.calls.open === true
  }

  /** recent error of an attempt to reach the home node; undefined if there is none */
  get unreachable (): HomeUnreachableError | undefined {
    return this.#away != null && this.#init.now() < this.#away.until ? this.#away.error : undefined
  }

  /** Recent error of an attempt by a page that was opened for this purpose; undefined if there is none. */
  get unreachableByVisit (): HomeUnreachableError | undefined {
    return this.#away?.visited === true ? this.unreachable : undefined
  }

  /** Returns whether the home node answers over the open port. */
  async check (): Promise<boolean> {
    return await this.#alive() != null
  }

  /**
   * Returns the open port, or waits for a new one from the pages.
   *
   * @param waitMs - maximum time to wait if a page can provide a port; 0 asks no page
   * @throws HomeUnreachableError if there is no port
   * @throws the signal's reason
   */
  async connection (
    { signal, waitMs = this.#init.waitMs }: { signal: AbortSignal; waitMs?: number }
  ): Promise<HomeConnection> {
    const open = await unlessAborted(this.#alive(), signal)

    if (open != null) {
      return open
    }

    if (this.unreachable != null) {
      throw this.unreachable
    }

    if (waitMs === 0) {
      throw new HomeUnreachableError(this.#init.home, 'no port of it is open')
    }

    const coming = this.#ask()
    const found = await unlessAborted(settledWithin(coming, waitMs), signal)

    if (found === 'late') {
      throw new HomeUnreachableError(this.#init.home, 'no page of this site has got a port of it in time')
    }

    if ('error' in found) {
      throw found.error
    }

    return found.value
  }

  /**
   * Does work with the open port. If the port closes, repeats the work with the next one.
   *
   * @throws HomeUnreachableError if several ports close in a row
   * @throws the errors of `connection` and of the work
   */
  async use<T> (
    work: (connection: HomeConnection) => Promise<T>,
    options: { signal: AbortSignal; waitMs?: number }
  ): Promise<T> {
    for (const deaths = this.deaths();;) {
      const connection = await this.connection(options)

      try {
        const value = await work(connection)
        this.heard()
        return value
      } catch (err) {
        deaths.count(connection, err)
      }
    }
  }

  /**
   * Makes a counter of ports that close during some work, so that it gives up on a home node that stops at each
   * attempt.
   */
  deaths (): { count: (connection: HomeConnection, err: unknown) => void; reset: () => void } {
    let deaths = 0

    return {
      count: (connection, err) => {
        if (!isError(err, PortClosedError)) {
          throw err
        }

        // A port that was replaced by another one does not count.
        if (this.#connection === connection && ++deaths >= MAX_DEATHS) {
          throw new HomeUnreachableError(this.#init.home, 'it goes away in the middle of its answers')
        }
      },

      reset: () => {
        deaths = 0
      }
    }
  }

  /** Records that the other end of the port is alive. */
  readonly heard = (): void => {
    this.#heardAt = this.#init.now()
  }

  close (): void {
    this.#connection?.calls.close()
  }

  async #hello (calls: PortCalls): Promise<void> {
    const snapshot = await calls.once<GatewaySnapshot>('gateway', undefined, { urgent: true })
    this.heard()
    this.#init.onSnapshot?.(snapshot)
  }

  async #alive (): Promise<HomeConnection | undefined> {
    const connection = this.#connection

    if (connection?.calls.open !== true) {
      return undefined
    }

    if (this.#init.now() - this.#heardAt > this.#init.checkAfterMs) {
      const hello = await settledWithin(this.#hello(connection.calls), this.#init.checkMs)

      if (hello === 'late') {
        connection.calls.close()
      }
    }

    return connection.calls.open ? connection : undefined
  }

  #ask (): Promise<HomeConnection> {
    if (this.#waiting != null) {
      return this.#waiting.promise
    }

    const waiting = this.#waiting = newWaiting()

    this.#init.ask().catch(() => false).then((asked) => {
      if (!asked && this.#waiting === waiting) {
        this.#waiting = undefined
        waiting.reject(new HomeUnreachableError(this.#init.home, 'no page of this site is open that could ask for it'))
      }
    }, () => {})

    return waiting.promise
  }
}

function newWaiting (): Waiting {
  let settle!: Pick<Waiting, 'resolve' | 'reject'>
  const promise = new Promise<HomeConnection>((resolve, reject) => {
    settle = { resolve, reject }
  })
  promise.catch(() => {}) // waiting callers get the error
  return { promise, ...settle }
}

/** Thrown if a site needs content of its home node, and the node cannot be reached. */
export class HomeUnreachableError extends defineError('HomeUnreachableError') {
  readonly status = 504

  /** whether the node ended during the attempt, so that another one may succeed at once */
  readonly hasEnded: boolean

  /** @param reason - the reason, as a clause */
  constructor (readonly home: string, readonly reason: string, { hasEnded = false }: { hasEnded?: boolean } = {}) {
    super(`this is not kept here, and the node at ${home} cannot be reached: ${reason}`)
    this.hasEnded = hasEnded
  }
}
