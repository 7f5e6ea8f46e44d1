import { defineError, isError } from '../../errors/define-error.ts'
import { callDone, callOnce } from '../node-calls.ts'
import { announceRecord, findRecord } from '../records/signed-records.ts'
import type { DeviceDrive, ReceiveResult } from './device-drive.ts'
import { ContentAwayError } from './fetch-content.ts'
import type { MergeProgress } from './merge-files.ts'

/** Thrown if the other device does not answer. */
export class DeviceAwayError extends defineError('DeviceAwayError') {}

/** State of syncing, for display. */
export interface SyncState {
  /**
   * - `looking`: the other device is contacted for the first time
   * - `current`: both devices have the same files
   * - `merging`: changes of the other device are fetched
   * - `waiting`: the other device is not reachable
   * - `paused`: the person has cancelled receiving
   * - `failed`: see `problem`; it is tried again
   */
  phase: 'looking' | 'current' | 'merging' | 'waiting' | 'paused' | 'failed'
  /** whether the other device has changes that have not arrived */
  hasNews?: boolean
  progress?: MergeProgress
  problem?: string
}

/** A direct way to the other device, if there is one. Records are signed and sealed, so it needs no protection. */
export interface DeviceLine {
  /**
   * Sends the own record.
   *
   * @returns the record of the other device; undefined if it has none
   * @throws an Error if the device does not answer
   */
  swap: (peer: string, record: Uint8Array | undefined, signal: AbortSignal) => Promise<Uint8Array | undefined>
}

export interface DeviceSyncInit {
  drive: DeviceDrive
  calls: Parameters<typeof callOnce>[0]
  /** default: records travel over IPNS only */
  line?: DeviceLine
  onState?: (state: SyncState) => void
}

/** A record of the other device, and whether that device is connected. */
interface FoundRecord {
  record: Uint8Array | undefined
  isMet: boolean
}

/** Pauses between attempts to reach the other device: the first one, and the longest one after doubling. */
const FIRST_RETRY_MS = 2500
const LAST_RETRY_MS = 20_000

/** Pause between two looks while the other device is connected, with a direct line and without. */
const LOOK_MS = 60_000
const LOOK_FOR_RECORD_MS = 30_000

/** Smallest pause between two announcements to routers and the DHT, if there is a direct way too. */
const ANNOUNCE_MS = 5 * 60_000

const DIAL_TIMEOUT = '15s'

/** Rounds without a pause, in which the devices answer each other's changes. */
const MAX_ROUNDS = 12

/**
 * Keeps the drive equal to that of the other device while it runs. Sends records directly while both are online,
 * and announces them to the network for times when they are not.
 */
export class DeviceSync {
  readonly #init: DeviceSyncInit
  readonly #stopped = new AbortController()
  #wake: () => void = () => {}
  #isDue = false
  #turn: Promise<unknown> = Promise.resolve()
  #state: SyncState = { phase: 'looking' }
  #announcedMs = 0
  #announced: Uint8Array | undefined
  #merge: AbortController | undefined
  #isPaused = false
  #retryMs = FIRST_RETRY_MS
  /** number of the last received record, if it could not be merged yet */
  #earlyNumber: number | undefined

  constructor (init: DeviceSyncInit) {
    this.#init = init
  }

  get state (): SyncState {
    return this.#state
  }

  /** Runs until `stop`. */
  async run (): Promise<void> {
    const { signal } = this.#stopped
    await this.#init.drive.tidy().catch(() => {})

    while (!signal.aborted) {
      this.#isDue = false
      const isMet = await this.#alone(async () => await this.#round())
      await this.#pause(this.#nextPauseMs(isMet))
    }
  }

  stop (): void {
    this.#stopped.abort()
    this.#wake()
  }

  /** Syncs now: Files have changed, or the network is back. */
  wake (): void {
    this.#isDue = true
    this.#wake()
  }

  /** Stops receiving until `resume`. Finished steps stay, and own changes are published as soon as it is complete. */
  pause (): void {
    this.#isPaused = true
    this.#merge?.abort(new ContentAwayError('paused'))
    this.#show({ phase: 'paused' })
  }

  /** Receives again, and syncs now. */
  resume (): void {
    this.#isPaused = false
    this.wake()
  }

  /**
   * Receives a record that the other device sent.
   *
   * @returns the own record as the answer
   * @throws UntrustedRecordError
   */
  async receive (record: Uint8Array): Promise<Uint8Array | undefined> {
    // Checked before it is answered: strangers learn nothing.
    const { number } = await this.#init.drive.openRecord(record)
    const answer = await this.#init.drive.currentRecord()
    void this.#alone(async () => await this.#take(record)).then((result) => {
      if (this.#mustReply(number, result)) {
        this.wake()
      }
    }, () => {})
    return answer
  }

  /**
   * Returns whether a received record needs a round of this device: it was merged, or is merged only after the other
   * device has merged this one's, or shows that the other device is back. A reply to every record would have no end.
   */
  #mustReply (number: number, result: ReceiveResult): boolean {
    const isNewlyEarly = result === 'early' && number !== this.#earlyNumber
    this.#earlyNumber = result === 'early' ? number : undefined
    return result === 'merged' || isNewlyEarly || this.#state.phase === 'waiting'
  }

  #nextPauseMs (isMet: boolean): number {
    if (isMet) {
      this.#retryMs = FIRST_RETRY_MS
      return this.#init.line == null ? LOOK_FOR_RECORD_MS : LOOK_MS
    }

    const ms = this.#retryMs
    this.#retryMs = Math.min(LAST_RETRY_MS, ms * 2)
    return ms
  }

  /** Publishes, swaps records, and merges, until neither device has news. Returns whether the other one was met. */
  async #round (): Promise<boolean> {
    const { drive, line } = this.#init
    const { signal } = this.#stopped

    if (this.#isPaused) {
      return true
    }

    try {
      for (let round = 0; round < MAX_ROUNDS && !signal.aborted; round++) {
        await drive.publish()
        const { record, isMet } = line == null ? await this.#find() : await this.#swap(line)
        const isMerged = record != null && await this.#take(record) === 'merged'

        if (!isMerged && !isMet) {
          throw new DeviceAwayError('the other device is not connected')
        }

        if (!isMerged) {
          break
        }
      }

      this.#show({ phase: 'current' })
      return true
    } catch (err) {
      if (!signal.aborted) {
        this.#explain(err as Error)
      }

      return false
    }
  }

  async #swap (line: DeviceLine): Promise<FoundRecord> {
    const { drive } = this.#init
    const { signal } = this.#stopped
    const { peer } = drive.state.other

    try {
      await this.#connect()
      return { record: await line.swap(peer, await drive.currentRecord(), signal), isMet: true }
    } catch {
      signal.throwIfAborted()
      // The record in the network shows whether there are changes to wait for.
      const { record, isMet } = await this.#find()
      return { record, isMet: isMet && await this.#isAcknowledged(record) }
    }
  }

  /** Returns whether the other device states that it has merged the current record of this one. */
  async #isAcknowledged (record: Uint8Array | undefined): Promise<boolean> {
    const { drive } = this.#init
    const { merged } = record == null ? { merged: -1 } : await drive.openRecord(record)
    return merged >= (drive.state.sent.at(-1)?.number ?? 0)
  }

  /** Announces the own record, and looks for that of the other device in the network. */
  async #find (): Promise<FoundRecord> {
    const { calls, drive } = this.#init
    const { signal } = this.#stopped
    await this.#announce()
    const record = await findRecord(calls, drive.state.other.name, { signal })

    if (record == null) {
      throw new DeviceAwayError('the other device has published no record')
    }

    // Without a connection the content may still come from elsewhere.
    return { record, isMet: await this.#connect().then(() => true, () => false) }
  }

  async #announce (): Promise<void> {
    const { calls, drive, line } = this.#init
    const record = await drive.currentRecord()
    const restMs = line == null ? 0 : ANNOUNCE_MS

    if (record == null || record === this.#announced || Date.now() - this.#announcedMs < restMs) {
      return
    }

    this.#announced = record
    this.#announcedMs = Date.now()
    await announceRecord(calls, { name: drive.state.name, record, signal: this.#stopped.signal }).catch(() => {})
  }

  /** Connects to the other device by its last addresses, or by those that the network knows. */
  async #connect (): Promise<void> {
    const { calls, drive: { state: { other: { peer, addresses } } } } = this.#init
    const { signal } = this.#stopped
    const { Peers } = await callOnce<{ Peers: Array<{ Addr: string; Peer: string }> | null }>(calls, 'swarm/peers', {
      signal
    })

    // A connection over the relay only serves to open a direct one, and is too slow for files.
    if (Peers?.some(({ Addr, Peer }) => Peer === peer && !Addr.endsWith('/p2p-circuit')) === true) {
      return
    }

    let problem: Error | undefined

    for (const address of [...addresses.filter((one) => one.endsWith(`/p2p/${peer}`)), `/p2p/${peer}`]) {
      try {
        await callDone(calls, 'swarm/connect', { args: [address], options: { timeout: DIAL_TIMEOUT }, signal })
        return
      } catch (err) {
        problem = err as Error
      }
    }

    throw problem ?? new DeviceAwayError('the other device has no address')
  }

  async #take (record: Uint8Array): Promise<ReceiveResult> {
    const { drive } = this.#init
    const merge = new AbortController()
    this.#merge = merge

    if (this.#isPaused) {
      merge.abort(new ContentAwayError('paused'))
    }

    try {
      return await drive.receive(await drive.openRecord(record), {
        signal: AbortSignal.any([merge.signal, this.#stopped.signal]),
        onProgress: (progress) => {
          this.#show({ phase: 'merging', progress })
        }
      })
    } finally {
      this.#merge = undefined
    }
  }

  #explain (err: Error): void {
    if (this.#isPaused) {
      this.#show({ phase: 'paused' })
    } else if (isError(err, ContentAwayError)) {
      this.#show({ phase: 'waiting', hasNews: true })
    } else if (isError(err, DeviceAwayError)) {
      this.#show({ phase: 'waiting' })
    } else {
      this.#show({ phase: 'failed', problem: err.message })
    }
  }

  #show (state: SyncState): void {
    this.#state = state
    this.#init.onState?.(state)
  }

  /** Runs jobs one after another: the drive merges or publishes, never both. */
  async #alone<T> (job: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(job)
    this.#turn = turn.catch(() => {})
    return await turn
  }

  async #pause (ms: number): Promise<void> {
    if (this.#isDue || this.#stopped.signal.aborted) {
      return
    }

    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = () => {}
  }
}
