import type { Datastore } from 'interface-datastore'
import type { CID } from 'multiformats/cid'
import { later } from '../../async/timers/later.ts'
import { CidSet } from '../../cid/sets/cid-set.ts'
import { ABORT, isError } from '../../errors/define-error.ts'
import { erasedSpec } from '../../jobs/job-spec.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { RemakeKind } from '../../jobs/kinds/remake-job.ts'
import type { Logs } from '../../log/logs.ts'
import { provideSettings } from '../../net/provide-settings.ts'
import type { ProvideTarget } from '../../net/provide-target.ts'
import type { Service, ServiceContext } from '../services/services.ts'
import { announceKeys, NotProvidedError } from './announce-keys.ts'
import { keysToProvide, localKeys, provideStrategy } from './keys-to-provide.ts'
import type { ProvidingNode } from './keys-to-provide.ts'
import { fastProvide, scopeOf } from './new-content.ts'
import type { FastProvideOptions, NewContent } from './new-content.ts'
import { PROVIDE_ROUND, provideRound } from './provide-round.ts'
import type { ProvideRoundInit } from './provide-round.ts'
import { ProvideStates } from './provide-state.ts'
import type { ProvideState } from './provide-state.ts'

/**
 * Delay of the first check, so that it does not slow down the first requests, and interval of further checks. Missed
 * keys shorten it.
 */
const FIRST_AFTER_MS = 30_000
const LOOK_AGAIN_MS = 300_000

/** Time for which new keys are gathered into one announcement. */
const GATHER_MS = 1000

/**
 * Time for which a new node waits for its first target. It still fetches the routers of its own network, and the first
 * DHT peers take some seconds.
 */
const SETTLES_MS = 10_000

/** Number of new keys above which a whole round is due. */
const MAX_FRESH = 10_000

/** Batch size of new keys. */
const FRESH_BATCH = 1000

/** The parts of a node that it uses. */
type Announcer = ProvidingNode & {
  datastore: Datastore
  logs: Logs
  jobs: Pick<Jobs, 'run'>
  jobKinds: Map<string, RemakeKind>
}

/** Keys that are announced now, new ones and those of a round, and new keys that wait. */
export interface ProvideWork {
  fresh: number
  again: number
  waiting: number
}

/**
 * Announces all keys of the node every `Provide.DHT.Interval` to the configured targets (Kubo `core/node/provider.go`,
 * boxo `provider`). A round that a stopped worker interrupts resumes at the next start. A round is a job, which is
 * listed and can be cancelled.
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
  /** new keys to announce; undefined if a whole round is due for them */
  #fresh: CID[] | undefined = []
  /** keys to announce first, whatever the strategy is */
  #first: CID[] = []
  /** DAGs whose blocks are announced as the strategy says */
  #dags: CID[] = []
  /** number of new keys since the last announcement of new keys */
  #waiting = 0
  #isGathering = false
  /** whether there was no target yet, and the service has just started */
  #isSettling = true
  #cancelSettling = (): void => {}
  #announcing = 0
  #announcingAgain = 0

  /**
   * Creates the service.
   *
   * @param options.targets - returns the targets of the current configuration
   * @param options.isOn - whether there are any, without opening anything
   * @param options.mayCome - whether there may be targets later, without a change of the configuration
   */
  constructor (
    node: Announcer,
    { targets, isOn, mayCome = () => false }: {
      targets: () => Promise<readonly ProvideTarget[]>
      isOn: () => boolean
      mayCome?: () => boolean
    }
  ) {
    this.#node = node
    this.#targets = targets
    this.#isOn = isOn
    this.#mayCome = mayCome
    this.#states = new ProvideStates(node.datastore)
    this.#round = {
      node,
      states: this.#states,
      targets,
      isOn,
      announcing: (keys) => {
        this.#announcingAgain = keys
      }
    }
    node.jobKinds.set(PROVIDE_ROUND, () => erasedSpec(provideRound(this.#round, { isUnasked: true })))
  }

  /** Whether there is a target. */
  get isOn (): boolean {
    return this.#isOn()
  }

  async start (context: ServiceContext): Promise<void> {
    this.#context = context
    this.#cancelSettling = later(() => {
      this.#isSettling = false
    }, SETTLES_MS)

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
   * Queues blocks that were stored. They are announced a moment later, as Kubo announces each stored block, if
   * `Provide.Strategy` is `all`; with `mfs` those that are in MFS then. Blocks stored before the service starts, for
   * example by the first request, are announced after the start.
   */
  added (cids: readonly CID[]): void {
    if (this.#isOver) {
      return
    }

    this.#waiting += cids.length

    // This runs for every stored block: whether and how to announce is determined once for all of them.
    if (this.#fresh != null && this.#fresh.length + cids.length <= MAX_FRESH) {
      this.#fresh.push(...cids)
    } else {
      this.#fresh = undefined
    }

    this.#gather()
  }

  /**
   * Announces new content before the regular queue and the next round (Kubo 0.41 `core/commands/cmdenv/env.go`): the
   * roots, or the blocks below them that the strategy wants. With the strategy `all` the queue announces the other
   * blocks anyway. Content that the strategy excludes is skipped.
   *
   * @returns a promise that waits for the announcement only with `wait`
   * @throws NotProvidedError if it waits and no target accepted the keys; the signal's reason
   */
  async announceContent (
    content: NewContent,
    options: FastProvideOptions & { signal: AbortSignal }
  ): Promise<void> {
    const { roots } = content
    const { root, dag, wait } = fastProvide(this.#node.config, options)
    const scope = scopeOf(provideStrategy(this.#node.config), content)

    if (!this.#isWanted || !(root || dag) || scope === 'nothing') {
      return
    }

    const walks = dag && scope === 'dag'

    if (!wait) {
      this.#queue(walks ? [] : roots, walks ? roots : [])
    } else if (this.isOn) {
      await this.#provideInBatches(walks ? localKeys(this.#node, roots, options) : roots, options.signal)
    }
  }

  /** Queues keys that are announced a moment later, whatever the strategy is. */
  announceKeys (cids: readonly CID[]): void {
    this.#queue(cids, [])
  }

  #queue (keys: readonly CID[], dags: readonly CID[]): void {
    if (!this.#isOver) {
      this.#first.push(...keys)
      this.#dags.push(...dags)
      this.#gather()
    }
  }

  /**
   * Announces keys now.
   *
   * @throws NotProvidedError if no target accepted them; the signal's reason
   */
  async provide (cids: readonly CID[], { signal }: { signal: AbortSignal }): Promise<void> {
    this.#announcing += cids.length

    try {
      await announceKeys(await this.#targets(), cids, { signal })
      this.#node.logs.logger('provider').debug('keys were provided', { keys: cids.length })
    } finally {
      this.#announcing -= cids.length
    }
  }

  /**
   * Announces all keys, or joins a running round.
   *
   * @param isUnasked - whether the node started it by itself
   * @throws NotProvidedError if no target accepted a batch; the reasons of the signal and of a cancellation
   */
  async reprovide ({ signal, isUnasked = false }: { signal: AbortSignal; isUnasked?: boolean }): Promise<void> {
    await this.#node.jobs.run(provideRound(this.#round, { isUnasked }), { signal }).result
  }

  get work (): ProvideWork {
    return { fresh: this.#announcing, again: this.#announcingAgain, waiting: this.#isWanted ? this.#waiting : 0 }
  }

  /**
   * Clears the queue of new keys, and the note of missed ones; the next round announces them (Kubo
   * `core/commands/provide.go`).
   *
   * @returns the number of queued keys
   */
  async clear (): Promise<number> {
    const waiting = this.#isWanted ? this.#waiting : 0
    this.#fresh = []
    this.#first = []
    this.#dags = []
    this.#waiting = 0
    const { missed, missedKeys = 0, ...state } = await this.state()

    if (missed != null) {
      await this.#states.write(state)
    }

    return waiting + missedKeys
  }

  /** Whether there is a target, or may be one later. */
  get #isWanted (): boolean {
    return provideSettings(this.#node.config).system !== 'off' && (this.isOn || this.#mayCome())
  }

  async state (): Promise<ProvideState> {
    return await this.#states.read()
  }

  /**
   * Records that no router or peer knows some keys, or has lost them: a round is due once there is a target, even in a
   * later run of the node.
   *
   * @param keys - number of keys; 0 if unknown
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
    return this.#fresh?.length !== 0 || this.#first.length > 0 || this.#dags.length > 0
  }

  /**
   * Schedules an announcement of the new keys. Keys that arrive during an announcement, which may take long, wait for
   * the next one.
   */
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
    // The root of an added DAG is stored last, and is the key that peers look up first.
    const fresh = this.#fresh?.reverse()
    const first = this.#first
    const dags = this.#dags
    const keys = this.#waiting
    this.#fresh = []
    this.#first = []
    this.#dags = []
    this.#waiting = 0

    if (!this.#isWanted) {
      return
    }

    try {
      if (!this.isOn) {
        throw new NotProvidedError('no target for provider records yet')
      }

      await this.#context?.background(async (signal) => {
        await this.#provideInBatches(first, signal)
        await this.#provideInBatches(localKeys(this.#node, dags, { signal }), signal)

        const { all, mfs } = provideStrategy(this.#node.config)

        if (fresh == null && (all || mfs)) {
          await this.#roundByItself(signal)
        } else if (all) {
          const announced = setOf(first)
          await this.#provideInBatches((fresh ?? []).filter((cid) => !announced.has(cid)), signal)
        } else if (mfs) {
          await this.#provideInBatches(keysToProvide(this.#node, { signal, fresh: setOf(fresh ?? []) }), signal)
        }
      })
    } catch (err) {
      this.#node.logs.logger('provider').info('keys were not provided', { keys, problem: (err as Error).message })
      // The services report errors.
      await this.lost(keys).catch(() => {})
    }
  }

  /** Announces keys in batches. */
  async #provideInBatches (cids: Iterable<CID> | AsyncIterable<CID>, signal: AbortSignal): Promise<void> {
    let batch: CID[] = []

    for await (const cid of cids) {
      if (batch.push(cid) >= FRESH_BATCH) {
        await this.provide(batch, { signal })
        batch = []
      }
    }

    if (batch.length > 0) {
      await this.provide(batch, { signal })
    }
  }

  #plan (context: ServiceContext, ms: number): void {
    this.#cancel = later(() => {
      void this.#due(context)
    }, ms)
  }

  async #due (context: ServiceContext): Promise<void> {
    let isLate = false

    try {
      const { system, intervalMs } = provideSettings(this.#node.config)
      const { endedMs, cancelledMs = 0, under, missed } = await this.state()
      isLate = missed === true

      if (
        system !== 'off' && this.isOn &&
        (under != null || missed === true || Math.max(endedMs, cancelledMs) + intervalMs <= Date.now())
      ) {
        await context.background(async (signal) => {
          await this.#roundByItself(signal)
        })
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
      // A cancellation by the user is not an error.
      if (signal.aborted || !isError(err, ABORT)) {
        throw err
      }
    }
  }
}

/** Returns the distinct keys. */
function setOf (cids: readonly CID[]): CidSet {
  const set = new CidSet()
  cids.forEach((cid) => {
    set.add(cid)
  })
  return set
}
