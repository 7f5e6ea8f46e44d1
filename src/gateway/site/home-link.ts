import { settledWithin } from '../../async/settled-within.ts'
import { unlessAborted } from '../../async/unless-aborted.ts'
import { PortBlocks } from '../../blocks/port/port-blocks.ts'
import { PortCalls } from '../../port/port-calls.ts'
import type { GatewayNames } from '../backends/gateway-names.ts'
import { portNames } from '../port/port-names.ts'
import type { GatewaySnapshot } from '../port/serve-gateway.ts'
import { HomeUnreachableError } from './home-unreachable-error.ts'

/** A page opens a frame of the home, whose worker may have to be installed first. */
const WAIT_MS = 15_000
/** What a page has found out counts for so long: nobody wants to wait for it again with every picture. */
const AWAY_MS = 15_000
/** A port that was silent for so long is tried before it is used: not every browser tells of a worker that was stopped. */
const CHECK_AFTER_MS = 10_000
const CHECK_MS = 2000
/** A node that opens its storage after a crash takes a while. */
const OPEN_MS = 30_000
const PING_INTERVAL_MS = 3000
/** Calls of this site at once. A page with more files at once has them wait: the home works on fewer (`SitePorts`). */
const MAX_CALLS = 1024
/** Ports that die one after the other, without an answer between them. */
const MAX_DEATHS = 3

/** Somebody waits for a port. */
interface Waiting {
  promise: Promise<HomeConnection>
  resolve: (connection: HomeConnection) => void
  reject: (error: HomeUnreachableError) => void
}

/** The open port of a home. */
export interface HomeConnection {
  calls: PortCalls
  blocks: PortBlocks
  names: GatewayNames
}

export interface HomeLinkInit {
  /** origin of the home, for words */
  home: string
  /** Asks pages of this site for a port, which is handed to `adopt` or `take`. @returns whether there is a page to ask */
  ask: () => Promise<boolean>
  /** told of the settings of the home whenever they are heard */
  onSnapshot?: (snapshot: GatewaySnapshot) => void
  waitMs?: number
  awayMs?: number
  checkAfterMs?: number
  checkMs?: number
  now?: () => number
}

/**
 * A site's way to the node beside it: a port that pages of the site hand over. The worker at its other end is stopped when it is
 * idle, so a port may be dead at any time; then a page is asked for another one.
 */
export class HomeLink {
  readonly #init: Required<Omit<HomeLinkInit, 'onSnapshot'>> & Pick<HomeLinkInit, 'onSnapshot'>
  #connection: HomeConnection | undefined
  #heardAt = 0
  #away: { error: HomeUnreachableError, visited: boolean, until: number } | undefined
  #waiting: Waiting | undefined

  constructor (init: HomeLinkInit) {
    this.#init = { waitMs: WAIT_MS, awayMs: AWAY_MS, checkAfterMs: CHECK_AFTER_MS, checkMs: CHECK_MS, now: Date.now, ...init }
  }

  /**
   * Takes a port of the home that a page hands over. New calls use it from now on. The port before is closed when its calls have ended.
   *
   * @throws HomeUnreachableError if nobody, or no node, answers at its other end
   */
  async adopt (port: MessagePort): Promise<void> {
    const calls = new PortCalls(port, { pingIntervalMs: PING_INTERVAL_MS, maxCalls: MAX_CALLS })
    const hello = await settledWithin(this.#hello(calls), OPEN_MS)

    if (hello === 'late' || 'error' in hello) {
      calls.close()
      throw new HomeUnreachableError(this.#init.home, hello === 'late' ? 'it does not answer' : (hello.error as Error).message)
    }

    this.#connection?.calls.retire()
    this.#connection = { calls, blocks: new PortBlocks(calls), names: portNames(calls) }
    this.#away = undefined
    this.#waiting?.resolve(this.#connection)
    this.#waiting = undefined
  }

  /** Takes a port as `adopt` does. A failure counts as that of the home (`away`). */
  async take (port: MessagePort): Promise<void> {
    await this.adopt(port).catch((err: HomeUnreachableError) => { throw this.away(err.reason) })
  }

  /**
   * Notes that a page could not get a port: who waits for one waits no longer.
   *
   * @param options.visited - whether a page that was opened for that found it out, which no policy of the content keeps from it
   */
  away (reason: string, { visited = true }: { visited?: boolean } = {}): HomeUnreachableError {
    const error = new HomeUnreachableError(this.#init.home, reason)
    this.#away = { error, visited, until: this.#init.now() + this.#init.awayMs }
    this.#waiting?.reject(error)
    this.#waiting = undefined
    return error
  }

  /** whether a port is open, as far as is known */
  get isOpen (): boolean {
    return this.#connection?.calls.open === true
  }

  /** why the home could not be reached a moment ago; undefined where that is not known */
  get unreachable (): HomeUnreachableError | undefined {
    return this.#away != null && this.#init.now() < this.#away.until ? this.#away.error : undefined
  }

  /** Why the home could not be reached a moment ago by a page that was opened for that; undefined if none has tried. */
  get unreachableByVisit (): HomeUnreachableError | undefined {
    return this.#away?.visited === true ? this.unreachable : undefined
  }

  /** Whether the home answers by the open port. */
  async check (): Promise<boolean> {
    return await this.#alive() != null
  }

  /**
   * The open port, or another one when pages have handed it over.
   *
   * @param waitMs - how long to wait for it, where there is somebody who can bring it; with 0 nobody is asked
   * @throws HomeUnreachableError; the signal's reason
   */
  async connection ({ signal, waitMs = this.#init.waitMs }: { signal: AbortSignal, waitMs?: number }): Promise<HomeConnection> {
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
   * Does something with the open port. A call whose port is gone moves to the next one.
   *
   * @throws HomeUnreachableError if several ports die under it; as `connection`, and what the work throws
   */
  async use<T> (work: (connection: HomeConnection) => Promise<T>, options: { signal: AbortSignal, waitMs?: number }): Promise<T> {
    for (const deaths = this.deaths(); ;) {
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

  /** Counts the ports that died under a piece of work, so that a home that ends at each try is given up. */
  deaths (): { count: (connection: HomeConnection, err: unknown) => void, reset: () => void } {
    let deaths = 0

    return {
      count: (connection, err) => {
        if ((err as Error).name !== 'PortClosedError') {
          throw err
        }

        // a port that gave way to another one is not a death
        if (this.#connection === connection && ++deaths >= MAX_DEATHS) {
          throw new HomeUnreachableError(this.#init.home, 'it goes away in the middle of its answers')
        }
      },

      reset: () => { deaths = 0 }
    }
  }

  /** Something has come through the port: its other end lives. */
  readonly heard = (): void => { this.#heardAt = this.#init.now() }

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
  const promise = new Promise<HomeConnection>((resolve, reject) => { settle = { resolve, reject } })
  promise.catch(() => {}) // whoever waits hears of it
  return { promise, ...settle }
}
