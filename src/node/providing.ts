import type { Datastore } from 'interface-datastore'
import { Key } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { ifFound } from '../async/if-found.ts'
import { later } from '../async/later.ts'
import { unlessAborted } from '../async/unless-aborted.ts'
import type { Logs } from '../log/logs.ts'
import type { ProvideTarget } from '../net/provide-target.ts'
import { provideSettings } from '../net/provide-settings.ts'
import { keysToProvide, providesAll } from './keys-to-provide.ts'
import type { ProvidingNode } from './keys-to-provide.ts'
import type { Service, ServiceContext } from './services.ts'

const STATE_KEY = new Key('/provider/round')

/** Not in the way of what the node was started for; then it is looked so often whether a round is due, and sooner where something was missed. */
const FIRST_AFTER_MS = 30_000
const LOOK_AGAIN_MS = 300_000

/** What comes is announced together with what else comes in this time. */
const GATHER_MS = 1000

/** Of more than this a whole round is made. */
const MAX_FRESH = 10_000

/** One target takes no longer for a batch. */
const BATCH_MS = 120_000

/** What rounds of announcing have come to; a row of the datastore. */
export interface ProvideState {
  /** rounds that ended */
  rounds: number
  /** keys of all of them */
  total: number
  /** of the last one: keys, how long it took, when it ended (milliseconds since 1970; 0 for never) */
  lastKeys: number
  lastMs: number
  endedMs: number
  /** how long all of them took */
  sumMs: number
  /** the round that is under way: when it began, and how many keys it has done; it goes on there after the end of a worker */
  under?: { startedMs: number, done: number }
  /** something came, and nobody was there to be told: a round is due as soon as somebody is */
  missed?: true
}

/** Nobody took what was to be announced. */
export class NotProvidedError extends Error {
  static override name = 'NotProvidedError'
  override name = 'NotProvidedError'
}

/**
 * Announces what the node has, all of it every `Provide.DHT.Interval`, to those that the configuration names (Kubo `core/node/provider.go`,
 * boxo `provider`). A round that the end of a worker cuts goes on at the next start where it was.
 */
export class Providing implements Service {
  readonly name = 'providing'
  readonly #node: ProvidingNode & { datastore: Datastore, logs: Logs }
  readonly #targets: () => Promise<readonly ProvideTarget[]>
  readonly #isOn: () => boolean
  readonly #mayCome: () => boolean
  #running: Promise<void> | undefined
  #cancel = (): void => {}
  #context: ServiceContext | undefined
  /** what has come and is not announced yet; undefined where a whole round is due for it */
  #fresh: CID[] | undefined = []
  /** how many have come since what came was announced last */
  #waiting = 0
  #isGathering = false

  /**
   * @param options.targets - to whom it is announced, as the configuration says now
   * @param options.isOn - whether there are such, without opening anything
   * @param options.mayCome - whether there may be such later, without any change of the configuration
   */
  constructor (node: ProvidingNode & { datastore: Datastore, logs: Logs }, { targets, isOn, mayCome = () => false }: { targets: () => Promise<readonly ProvideTarget[]>, isOn: () => boolean, mayCome?: () => boolean }) {
    this.#node = node
    this.#targets = targets
    this.#isOn = isOn
    this.#mayCome = mayCome
  }

  /** Whether there is somebody to announce to. */
  get isOn (): boolean {
    return this.#isOn()
  }

  async start (context: ServiceContext): Promise<void> {
    this.#context = context
    context.signal.addEventListener('abort', () => { this.#cancel() }, { once: true })
    this.#plan(context, FIRST_AFTER_MS)
  }

  /**
   * Something has come into the store: it is announced a moment later, as Kubo announces each block that it stores. Where
   * `Provide.Strategy` wants some of it alone, a round finds out which.
   */
  came (cids: readonly CID[]): void {
    if (this.#context == null || this.#context.signal.aborted) {
      return
    }

    this.#waiting += cids.length

    // every block that is stored comes by here: whether it is announced, and how, is looked up once for all of them
    if (this.#fresh != null && this.#fresh.length + cids.length <= MAX_FRESH) {
      this.#fresh.push(...cids)
    } else {
      this.#fresh = undefined
    }

    if (!this.#isGathering) {
      this.#gather()
    }
  }

  /** Announces these now. @throws NotProvidedError where nobody took them; the signal's reason */
  async provide (cids: readonly CID[], { signal }: { signal: AbortSignal }): Promise<void> {
    await announce(await this.#targets(), cids, signal)
  }

  /** Announces all; who asks while that goes on waits for it. @throws NotProvidedError where nobody took it; the signal's reason */
  async reprovide ({ signal }: { signal: AbortSignal }): Promise<void> {
    this.#running ??= this.#round(signal).finally(() => { this.#running = undefined })
    await unlessAborted(this.#running, signal)
  }

  /**
   * Forgets what has come and is not announced yet, and that something was missed; a round announces it when its time has come (Kubo
   * `core/commands/provide.go`).
   *
   * @returns how many were waiting; those that were missed are not counted
   */
  async clear (): Promise<number> {
    const waiting = this.#isWanted ? this.#waiting : 0
    this.#fresh = []
    this.#waiting = 0
    const { missed, ...state } = await this.state()

    if (missed != null) {
      await this.#keep(state)
    }

    return waiting
  }

  /** Whether there is somebody to announce to, or may be. */
  get #isWanted (): boolean {
    return provideSettings(this.#node.config).system !== 'off' && (this.isOn || this.#mayCome())
  }

  async state (): Promise<ProvideState> {
    const row = await ifFound(async () => await this.#node.datastore.get(STATE_KEY))

    try {
      return row == null ? NEVER : { ...NEVER, ...JSON.parse(new TextDecoder().decode(row)) as ProvideState }
    } catch {
      return NEVER
    }
  }

  /** What comes while some is announced waits for it: that may take long. */
  #gather (): void {
    this.#isGathering = true

    later(() => {
      void this.#announceFresh().finally(() => {
        this.#isGathering = false

        if (this.#fresh?.length !== 0 && this.#context?.signal.aborted === false) {
          this.#gather()
        }
      })
    }, GATHER_MS)
  }

  async #announceFresh (): Promise<void> {
    // the root of what was added comes last, and is what others look for
    const fresh = this.#fresh?.reverse()
    this.#fresh = []
    this.#waiting = 0

    if (!this.#isWanted) {
      return
    }

    try {
      if (!this.isOn) {
        throw new NotProvidedError('nobody is there yet')
      }

      await this.#context?.background(async (signal) => { await (fresh == null || !providesAll(this.#node.config) ? this.reprovide({ signal }) : this.provide(fresh, { signal })) })
    } catch {
      // what fails is told of by the services
      await this.#miss().catch(() => {})
    }
  }

  async #miss (): Promise<void> {
    const state = await this.state()

    if (state.missed == null) {
      await this.#keep({ ...state, missed: true })
    }
  }

  #plan (context: ServiceContext, ms: number): void {
    this.#cancel = later(() => { void this.#due(context) }, ms)
  }

  async #due (context: ServiceContext): Promise<void> {
    let isLate = false

    try {
      const { system, intervalMs } = provideSettings(this.#node.config)
      const { endedMs, under, missed } = await this.state()
      isLate = missed === true

      if (system !== 'off' && this.isOn && (under != null || missed === true || endedMs + intervalMs <= Date.now())) {
        await context.background(async (signal) => { await this.reprovide({ signal }) })
      }
    } catch (err) {
      this.#node.logs.logger('provider').warn((err as Error).message)
    }

    if (!context.signal.aborted) {
      this.#plan(context, isLate ? FIRST_AFTER_MS : LOOK_AGAIN_MS)
    }
  }

  async #round (signal: AbortSignal): Promise<void> {
    const targets = await this.#targets()
    const before = await this.state()
    const { startedMs, done: skip } = before.under ?? { startedMs: Date.now(), done: 0 }
    const size = Math.max(1, ...targets.map(({ maxKeys }) => maxKeys))
    let seen = 0
    let batch: CID[] = []

    const flush = async (): Promise<void> => {
      await announce(targets, batch, signal)
      batch = []
      await this.#keep({ ...before, under: { startedMs, done: seen } })
    }

    for await (const cid of keysToProvide(this.#node, { signal })) {
      signal.throwIfAborted()

      if (++seen > skip && batch.push(cid) >= size) {
        await flush()
      }
    }

    if (batch.length > 0) {
      await flush()
    }

    const tookMs = Date.now() - startedMs
    const { under: _under, missed: _missed, ...state } = before
    await this.#keep({ ...state, rounds: state.rounds + 1, total: state.total + seen, lastKeys: seen, lastMs: tookMs, endedMs: Date.now(), sumMs: state.sumMs + tookMs })
  }

  async #keep (state: ProvideState): Promise<void> {
    await this.#node.datastore.put(STATE_KEY, new TextEncoder().encode(JSON.stringify(state)))
  }
}

const NEVER: ProvideState = { rounds: 0, total: 0, lastKeys: 0, lastMs: 0, endedMs: 0, sumMs: 0 }

/** To all targets, batch by batch. @throws NotProvidedError where one batch came to nobody */
async function announce (targets: readonly ProvideTarget[], cids: readonly CID[], signal: AbortSignal): Promise<void> {
  const outcomes = await Promise.allSettled(targets.map(async ({ maxKeys, provide }) => {
    for (let i = 0; i < cids.length; i += maxKeys) {
      await provide(cids.slice(i, i + maxKeys), { signal: AbortSignal.any([signal, AbortSignal.timeout(BATCH_MS)]) })
    }
  }))

  signal.throwIfAborted()

  if (!outcomes.some(({ status }) => status === 'fulfilled')) {
    throw new NotProvidedError(`nobody took what was announced${outcomes.map((outcome, i) => `; ${targets[i].title}: ${((outcome as PromiseRejectedResult).reason as Error).message}`).join('')}`)
  }
}
