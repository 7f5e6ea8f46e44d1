import { publicKeyToProtobuf } from '@libp2p/crypto/keys'
import type { PrivateKey } from '@libp2p/interface'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { KeyedMutex } from '../../async/locks/keyed-mutex.ts'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import { defineError } from '../../errors/define-error.ts'
import { checkRecord, isNewer } from '../record/check-record.ts'
import { createRecord } from '../record/create-record.ts'
import { ipnsNameText } from '../record/ipns-name.ts'
import { readRecord } from '../record/read-record.ts'
import { isTaken } from '../routing/record-outcome.ts'
import type { RecordOutcome } from '../routing/record-outcome.ts'
import type { RecordRouting } from '../routing/record-routing.ts'
import type { RecordStore } from '../routing/record-store.ts'

/** How a name is published. */
export interface PublishOptions {
  /** how long the record holds, in milliseconds */
  lifetimeMs: number
  /** how long others may use it without asking again, in nanoseconds */
  ttlNs: bigint
  /** sign it in the old way too */
  v1compat: boolean
  /** number of the record; the next one when left out */
  sequence?: bigint
  /** bring it to publishers over HTTP alone, also from a node that is offline */
  delegated?: boolean
  signal: AbortSignal
}

const HOUR_NS = 3_600_000_000_000n

/** How names are published where nobody says more (boxo `ipns/defaults.go`). */
export const DEFAULT_PUBLISHING = {
  lifetimeMs: Number(48n * HOUR_NS / 1_000_000n),
  ttlNs: 300_000_000_000n,
  v1compat: true
}

/**
 * So long the network is asked for the number of the record that is there, before another is published: where this node
 * has published none, and where it has.
 */
const LOOK_MS = 15_000
const LOOK_AGAIN_MS = 3000

/** A number that must rise and would not. The words are boxo's (`namesys.ErrInvalidSequence`). */
export class InvalidSequenceError extends defineError('InvalidSequenceError') {
  constructor () {
    super('sequence number must be greater than the current record sequence')
  }
}

export interface RenewOptions {
  /** how long a renewed record holds */
  lifetimeMs: number
  /** a record that holds for less from now is renewed */
  dueMs: number
  signal: AbortSignal
}

/**
 * Makes records, numbers them and brings them out (boxo `namesys/ipns_publisher.go`). One name at a time, so that no
 * number is given twice.
 */
export class Publisher {
  readonly #records: RecordStore
  readonly #changes = new KeyedMutex()

  constructor (records: RecordStore) {
    this.#records = records
  }

  /**
   * Lets the name of a key lead to a path. The number rises when the path changes and stays when it does not.
   *
   * @param value - a content path
   * @returns what became of the record at each place in the network
   * @throws InvalidSequenceError, or what makes the record useless where that counts
   */
  async publish (
    key: PrivateKey,
    value: string,
    routing: RecordRouting,
    options: PublishOptions
  ): Promise<RecordOutcome[]> {
    const name: MultihashDigest = key.publicKey.toMultihash()

    return await this.#changes.run(ipnsNameText(name), async () => {
      const sequence = nextSequence(await this.#current(name, routing, options.signal), value, options.sequence)
      const record = await createRecord(key, {
        value,
        sequence,
        validityMs: Date.now() + options.lifetimeMs,
        ttlNs: options.ttlNs,
        v1compat: options.v1compat
      })
      return await this.#bringOut(name, key, record, routing, {
        isDelegated: options.delegated === true,
        signal: options.signal
      })
    })
  }

  /**
   * Gives the record that the key's name has a longer life; nothing else of it changes (boxo `namesys/republisher`,
   * which loses the TTL). It goes to where the name was published. One that is not due goes to the places that have
   * lost it, or to all where none has taken it.
   *
   * @returns what became of it at each place in the network; undefined where there was nothing to do
   */
  async renew (
    key: PrivateKey,
    routingOf: (published: { isDelegated: boolean }) => RecordRouting,
    { lifetimeMs, dueMs, signal }: RenewOptions
  ): Promise<RecordOutcome[] | undefined> {
    const name: MultihashDigest = key.publicKey.toMultihash()

    return await this.#changes.run(ipnsNameText(name), async () => {
      const current = await this.#records.published(name)
      const { value, sequence, validity, ttlNs, signatureType } = current == null ? {} : readRecord(current)

      if (current == null || value == null || sequence == null || validity == null || ttlNs == null) {
        return undefined
      }

      const isDelegated = await this.#records.isDelegated(name)
      const routing = routingOf({ isDelegated })

      if (Number(validity.secs) * 1000 > Date.now() + dueMs) {
        const outcomes =
          await routing.restore?.(name, current, { isUntaken: await this.#records.isUntaken(name), signal }) ?? []
        await this.#note(name, outcomes)
        return outcomes.length === 0 ? undefined : outcomes
      }

      const record = await createRecord(key, {
        value,
        sequence,
        validityMs: Date.now() + lifetimeMs,
        ttlNs,
        v1compat: signatureType === 'V1+V2'
      })
      const known = await this.#records.known(name)

      // somebody else has published with the same key: theirs is better and stays
      if (known == null || isNewer(record, known)) {
        return await this.#bringOut(name, key, record, routing, { isDelegated, signal })
      }

      return undefined
    })
  }

  async #bringOut (
    name: MultihashDigest,
    key: PrivateKey,
    record: Uint8Array,
    routing: RecordRouting,
    { isDelegated, signal }: { isDelegated: boolean; signal: AbortSignal }
  ): Promise<RecordOutcome[]> {
    const holds = await checkRecord(name, record).then(() => true, (err: Error) => {
      if (routing.strict) {
        throw err
      }

      return false
    })

    const publicKey = name.code === HASH.identity ? undefined : publicKeyToProtobuf(key.publicKey)
    await this.#records.publish(name, record, { known: holds && routing.keeps, isDelegated, publicKey })
    const outcomes = await routing.put(name, record, { signal })
    await this.#note(name, outcomes)
    return outcomes
  }

  /**
   * A record that no place in the network took, or that was kept here alone, is brought there when names are renewed
   * next, by a later life of the node too.
   */
  async #note (name: MultihashDigest, outcomes: readonly RecordOutcome[]): Promise<void> {
    if (outcomes.length > 0 && isTaken(outcomes)) {
      await this.#records.noteTaken(name)
    }
  }

  /**
   * The newest of what this node published and what is known of the name: a record with a lower number would not be
   * believed.
   */
  async #current (name: MultihashDigest, routing: RecordRouting, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const published = await this.#records.published(name)
    const limited = timeLimit(published == null ? LOOK_MS : LOOK_AGAIN_MS, signal)
    const known = await routing.find(name, { signal: limited, atOnce: true }).catch(() => undefined)
    signal.throwIfAborted()
    if (published != null && known != null) {
      return isNewer(known, published) ? known : published
    }

    return published ?? known
  }
}

function nextSequence (current: Uint8Array | undefined, value: string, wanted: bigint | undefined): bigint {
  if (current == null) {
    return wanted ?? 0n
  }

  const { sequence = 0n, value: before } = readRecord(current)

  if (wanted != null && wanted <= sequence) {
    throw new InvalidSequenceError()
  }

  return wanted ?? (value === before ? sequence : sequence + 1n)
}
