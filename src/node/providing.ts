import type { Datastore, Key } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { later } from '../async/later.ts'
import { CidSet } from '../cid/cid-set.ts'
import { erasedSpec } from '../jobs/erased-spec.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { RemakeKind } from '../jobs/kinds/remake-job.ts'
import type { Logs } from '../log/logs.ts'
import type { ProvideTarget } from '../net/provide-target.ts'
import { provideSettings } from '../net/provide-settings.ts'
import { decodePinKey, modePrefix } from '../pins/pin-record.ts'
import type { PinMode } from '../pins/pin-store.ts'
import { announceKeys, NotProvidedError } from './announce-keys.ts'
import { keysToProvide, providesAll } from './keys-to-provide.ts'
import type { ProvidingNode } from './keys-to-provide.ts'
import { PROVIDE_ROUND, provideRound } from './provide-round.ts'
import type { ProvideRoundInit } from './provide-round.ts'
import { ProvideStates } from './provide-state.ts'
import type { ProvideState } from './provide-state.ts'
import type { Service, ServiceContext } from './services.ts'

/** Not in the way of what the node was started for; then it is looked so often whether a round is due, and sooner where something was missed. */
const FIRST_AFTER_MS = 30_000
const LOOK_AGAIN_MS = 300_000

/** What comes is announced together with what else comes in this time. */
const GATHER_MS = 1000

/**
 * A node that has just started may not know yet whom it tells: what its own network has is still asked for, and the first peers of the DHT
 * come some seconds behind. What comes meanwhile waits so long for the first of them.
 */
const SETTLES_MS = 10_000

/** Of more than this a whole round is made. */
const MAX_FRESH = 10_000

/** What is new of a strategy that wants some of all is told in lots of so many. */
const FRESH_LOT = 1000

const PIN_MODES: PinMode[] = ['recursive', 'direct']

/** What of a node it uses. */
type Announcer = ProvidingNode & { datastore: Datastore, logs: Logs, jobs: Pick<Jobs, 'run'>, jobKinds: Map<string, RemakeKind> }

/** Keys that are announced at this moment: those that have come, those of a round; and those that have come and wait. */
export interface ProvideWork {
  fresh: number
  again: number
  waiting: number
}

/**
 * Announces what the node has, all of it every `Provide.DHT.Interval`, to those that the configuration names (Kubo `core/node/provider.go`,
 * boxo `provider`). A round that the end of a worker cuts goes on at the next start where it was. A round is a job,
 * which is shown and can be cancelled.
 */
export class Providing implements Service {
  readonly name = 'providing'
  readonly #node: Announcer
  readonly #states: ProvideStates
  readonly #round: ProvideRoundInit
  readonly #targets: () => Promise<readonly ProvideTarget[]>
  readonly #isOn: () => boolean
  readonly #mayCome: () => boolean
  #cancel = (): void => {}
  #context: ServiceContext | undefined
  /** what has come and is not announced yet; undefined where a whole round is due for it, or for too many pins */
  #fresh: CID[] | undefined = []
  /** pins that were set since */
  #pinned: CID[] = []
  /** how many have come since what came was announced last */
  #waiting = 0
  #isGathering = false
  /** nobody was there yet, and the service has not run for long */
  #isSettling = true
  #cancelSettling = (): void => {}
  #announcing = 0
  #announcingAgain = 0

  /**
   * @param options.targets - to whom it is announced, as the configuration says now
   * @param options.isOn - whether there are such, without opening anything
   * @param options.mayCome - whether there may be such later, without any change of the configuration
   */
  constructor (node: Announcer, { targets, isOn, mayCome = () => false }: { targets: () => Promise<readonly ProvideTarget[]>, isOn: () => boolean, mayCome?: () => boolean }) {
    this.#node = node
    this.#targets = targets
    this.#isOn = isOn
    this.#mayCome = mayCome
    this.#states = new ProvideStates(node.datastore)
    this.#round = { node, states: this.#states, targets, isOn, announcing: (keys) => { this.#announcingAgain = keys } }
    node.jobKinds.set(PROVIDE_ROUND, () => erasedSpec(provideRound(this.#round, { isUnasked: true })))
  }

  /** Whether there is somebody to announce to. */
  get isOn (): boolean {
    return this.#isOn()
  }

  async start (context: ServiceContext): Promise<void> {
    this.#context = context
    this.#cancelSettling = later(() => { this.#isSettling = false }, SETTLES_MS)

    context.signal.addEventListener('abort', () => {
      this.#cancel()
      this.#cancelSettling()
    }, { once: true })

    this.#plan(context, FIRST_AFTER_MS)

    if (this.#hasCome) {
      this.#gather()
    }
  }

  /**
   * Something has come into the store: it is announced a moment later, as Kubo announces each block that it stores. Where
   * `Provide.Strategy` wants some of it alone, that is found out then. What comes before the service starts, as by the request that a
   * node is opened for, is announced when it has.
   */
  came (cids: readonly CID[]): void {
    if (this.#isOver) {
      return
    }

    this.#waiting += cids.length

    // every block that is stored comes by here: whether it is announced, and how, is looked up once for all of them
    if (this.#fresh != null && this.#fresh.length + cids.length <= MAX_FRESH) {
      this.#fresh.push(...cids)
    } else {
      this.#fresh = undefined
    }

    this.#gather()
  }

  /**
   * Rows of pins were written. What is pinned may be here for long: where `Provide.Strategy` goes by pins it is announced all the same, as by the pinner of boxo
   * (`dspinner`, `WithPinnedProvider`).
   */
  pinned (keys: readonly Key[]): void {
    const pins = keys.filter((key) => PIN_MODES.some((mode) => key.toString().startsWith(modePrefix(mode))))

    if (pins.length === 0 || this.#isOver || providesAll(this.#node.config)) {
      return
    }

    if (this.#pinned.length + pins.length <= MAX_FRESH) {
      this.#pinned.push(...pins.map((key) => decodePinKey(key).cid))
    } else {
      this.#fresh = undefined
    }

    this.#gather()
  }

  /** Announces these now. @throws NotProvidedError where nobody took them; the signal's reason */
  async provide (cids: readonly CID[], { signal }: { signal: AbortSignal }): Promise<void> {
    this.#announcing += cids.length

    try {
      await announceKeys(await this.#targets(), cids, { signal })
    } finally {
      this.#announcing -= cids.length
    }
  }

  /**
   * Announces all; who asks while that goes on waits for it.
   *
   * @param isUnasked - the node does it by itself
   * @throws NotProvidedError where nobody took it; the signal's reason, and that of who cancelled it
   */
  async reprovide ({ signal, isUnasked = false }: { signal: AbortSignal, isUnasked?: boolean }): Promise<void> {
    await this.#node.jobs.run(provideRound(this.#round, { isUnasked }), { signal }).result
  }

  get work (): ProvideWork {
    return { fresh: this.#announcing, again: this.#announcingAgain, waiting: this.#isWanted ? this.#waiting : 0 }
  }

  /**
   * Forgets what has come and is not announced yet, and that something was missed; a round announces it when its time has come (Kubo
   * `core/commands/provide.go`).
   *
   * @returns how many were waiting
   */
  async clear (): Promise<number> {
    const waiting = this.#isWanted ? this.#waiting : 0
    this.#fresh = []
    this.#pinned = []
    this.#waiting = 0
    const { missed, missedKeys = 0, ...state } = await this.state()

    if (missed != null) {
      await this.#states.write(state)
    }

    return waiting + missedKeys
  }

  /** Whether there is somebody to announce to, or may be. */
  get #isWanted (): boolean {
    return provideSettings(this.#node.config).system !== 'off' && (this.isOn || this.#mayCome())
  }

  async state (): Promise<ProvideState> {
    return await this.#states.read()
  }

  /**
   * Notes that no router or peer knows of some keys, or has forgotten them: a round is due when there is one, in a later life of the
   * node too.
   *
   * @param keys - how many; 0 when that is not known
   */
  async lost (keys = 0): Promise<void> {
    const state = await this.state()

    if (state.missed == null || keys > 0) {
      await this.#states.write({ ...state, missed: true, missedKeys: (state.missedKeys ?? 0) + keys })
    }
  }

  get #isOver (): boolean {
    return this.#context?.signal.aborted === true
  }

  get #hasCome (): boolean {
    return this.#fresh?.length !== 0 || this.#pinned.length > 0
  }

  /** What comes while some is announced waits for it: that may take long. */
  #gather (): void {
    if (this.#isGathering || this.#context == null) {
      return
    }

    this.#isGathering = true

    later(() => {
      void this.#announceFresh().finally(() => {
        this.#isGathering = false

        if (this.#hasCome && !this.#isOver) {
          this.#gather()
        }
      })
    }, GATHER_MS)
  }

  async #announceFresh (): Promise<void> {
    if (this.#isSettling && !this.isOn) {
      return
    }

    this.#isSettling = false
    // the root of what was added comes last, and is what others look for
    const fresh = this.#fresh?.reverse()
    const pinned = this.#pinned
    const keys = this.#waiting
    this.#fresh = []
    this.#pinned = []
    this.#waiting = 0

    if (!this.#isWanted) {
      return
    }

    try {
      if (!this.isOn) {
        throw new NotProvidedError('nobody is there yet')
      }

      await this.#context?.background(async (signal) => { await (fresh == null ? this.#roundByItself(signal) : providesAll(this.#node.config) ? this.provide(fresh, { signal }) : this.#provideSome(fresh, pinned, signal)) })
    } catch {
      // what fails is told of by the services
      await this.lost(keys).catch(() => {})
    }
  }

  /** What of the new the strategy wants. */
  async #provideSome (came: readonly CID[], pinned: readonly CID[], signal: AbortSignal): Promise<void> {
    let lot: CID[] = []

    for await (const cid of keysToProvide(this.#node, { signal, fresh: { came: setOf(came), pinned: setOf(pinned) } })) {
      if (lot.push(cid) >= FRESH_LOT) {
        await this.provide(lot, { signal })
        lot = []
      }
    }

    if (lot.length > 0) {
      await this.provide(lot, { signal })
    }
  }

  #plan (context: ServiceContext, ms: number): void {
    this.#cancel = later(() => { void this.#due(context) }, ms)
  }

  async #due (context: ServiceContext): Promise<void> {
    let isLate = false

    try {
      const { system, intervalMs } = provideSettings(this.#node.config)
      const { endedMs, cancelledMs = 0, under, missed } = await this.state()
      isLate = missed === true

      if (system !== 'off' && this.isOn && (under != null || missed === true || Math.max(endedMs, cancelledMs) + intervalMs <= Date.now())) {
        await context.background(async (signal) => { await this.#roundByItself(signal) })
      }
    } catch (err) {
      this.#node.logs.logger('provider').warn((err as Error).message)
    }

    if (!context.signal.aborted) {
      this.#plan(context, isLate ? FIRST_AFTER_MS : LOOK_AGAIN_MS)
    }
  }

  async #roundByItself (signal: AbortSignal): Promise<void> {
    try {
      await this.reprovide({ signal, isUnasked: true })
    } catch (err) {
      // one that somebody has cancelled is what they wanted
      if (signal.aborted || (err as Error).name !== 'AbortError') {
        throw err
      }
    }
  }
}

function setOf (cids: readonly CID[]): CidSet {
  const set = new CidSet()
  cids.forEach((cid) => { set.add(cid) })
  return set
}
