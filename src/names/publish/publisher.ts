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

/** Options of a publication. */
export interface PublishOptions {
  /** how long the record is valid, in milliseconds */
  lifetimeMs: number
  /** how long others may cache the record, in nanoseconds */
  ttlNs: bigint
  /** add the V1 signature of old nodes */
  v1compat: boolean
  /** sequence number of the record; the next one by default */
  sequence?: bigint
  /** publish only to HTTP publishers, even from an offline node */
  delegated?: boolean
  signal: AbortSignal
}

const HOUR_NS = 3_600_000_000_000n

/** The default options of a publication (boxo `ipns/defaults.go`). */
export const DEFAULT_PUBLISHING = {
  lifetimeMs: Number(48n * HOUR_NS / 1_000_000n),
  ttlNs: 300_000_000_000n,
  v1compat: true
}

/**
 * Time limits of the search for the current sequence number in the network before a publication. The first applies if
 * this node has not published the name, the second if it has.
 */
const LOOK_MS = 15_000
const LOOK_AGAIN_MS = 3000

/**
 * A requested sequence number that is not higher than the current one. The message is boxo's
 * (`namesys.ErrInvalidSequence`).
 */
export class InvalidSequenceError extends defineError('InvalidSequenceError') {
  constructor () {
    super('sequence number must be greater than the current record sequence')
  }
}

export interface RenewOptions {
  /** how long a renewed record is valid */
  lifetimeMs: number
  /** renew a record if its remaining validity is shorter */
  dueMs: number
  signal: AbortSignal
}

/**
 * Creates, numbers and publishes records (boxo `namesys/ipns_publisher.go`). Changes of one name are serialized, so
 * that no sequence number is used twice.
 */
export class Publisher {
  readonly #records: RecordStore
  readonly #changes = new KeyedMutex()

  constructor (records: RecordStore) {
    this.#records = records
  }

  /**
   * Publishes a path under the name of a key. The sequence number rises if the path changes, and stays otherwise.
   *
   * @param value - a content path
   * @returns the outcome at each place in the network
   * @throws InvalidSequenceError; the reason why the record is invalid, if the routing is strict
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
   * Extends the validity of the record of a key's name and republishes it. All other fields stay (boxo
   * `namesys/republisher` loses the TTL). A record that is not due is republished at the places that have lost it, or
   * at all places if none has accepted it.
   *
   * @returns the outcome at each place in the network; undefined if there was nothing to do
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

      // skip if another node with the same key has published a better record
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
   * Clears the `untaken` mark of a record that a place in the network accepted. A marked record is republished with the
   * next renewal, even after a restart of the node.
   */
  async #note (name: MultihashDigest, outcomes: readonly RecordOutcome[]): Promise<void> {
    if (outcomes.length > 0 && isTaken(outcomes)) {
      await this.#records.noteTaken(name)
    }
  }

  /**
   * Returns the newer of the record that this node published and the best known one: nodes ignore a record with a lower
   * sequence number.
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
