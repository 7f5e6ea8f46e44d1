import { base64url } from 'multiformats/bases/base64'
import { equals } from 'multiformats/bytes'
import { decode as decodeDigest } from 'multiformats/hashes/digest'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { timeLimit } from '../../async/signals/time-limit.ts'
import { later } from '../../async/timers/later.ts'
import { concatBytes } from '../../bytes/concat-bytes.ts'
import { defineError } from '../../errors/define-error.ts'
import { checkRecord, isNewer } from '../../names/record/check-record.ts'
import { isValidRecord } from './is-valid-record.ts'
import type { Pubsub, RecordFetch, Verdict } from './pubsub.ts'

/** The interval at which records are published again (go-libp2p-pubsub-router `rebroadcastInterval`). */
const REBROADCAST_MS = 10 * 60_000

/** The timeout for fetching a record from a new peer of a topic (go-libp2p-pubsub-router `fetch.go`). */
const FETCH_MS = 10_000

/**
 * The maximum number of followed names: each is a topic that is announced to peers. The least recently requested one is
 * dropped.
 */
const MAX_NAMES = 256

/** The maximum number of peers of one topic from which the record is fetched concurrently. */
const MAX_FETCHES = 8

const PREFIX = new TextEncoder().encode('/ipns/')

interface Followed {
  name: MultihashDigest
  record: Uint8Array | undefined
  waiting: Set<(record: Uint8Array) => void>
  fetching: number
  stop: () => void
}

/** Thrown if requests wait for the record of a name. The message is go-libp2p-pubsub-router's. */
export class NameInUseError extends defineError('NameInUseError') {
  constructor () {
    super('key has active subscriptions')
  }
}

/**
 * IPNS over pubsub (go-libp2p-pubsub-router `pubsub.go`). Each name has a topic. A node follows the names that it has
 * requested or published. Only records that are newer than the known one are forwarded. Peers that join a topic are
 * asked for their record. Records are only in memory.
 */
export class NamePubsub {
  readonly #pubsub: Pubsub
  readonly #fetch: RecordFetch
  /** By key as text, least recently requested first. */
  readonly #names = new Map<string, Followed>()
  readonly #watchers = new Set<() => void>()
  readonly #stopping = new AbortController()
  #stopRepublishing = (): void => {}

  constructor ({ pubsub, fetch }: { pubsub: Pubsub; fetch: RecordFetch }) {
    this.#pubsub = pubsub
    this.#fetch = fetch
  }

  async start (): Promise<void> {
    await this.#fetch.serve(async (key) => await this.#known(key))
    this.#republishLater()
  }

  async stop (): Promise<void> {
    this.#stopRepublishing()
    this.#stopping.abort(new DOMException('the node has stopped', 'AbortError'))
    this.#names.forEach(({ stop }) => {
      stop()
    })
    this.#names.clear()
    await this.#fetch.stop()
  }

  /** Returns the followed names. */
  names (): MultihashDigest[] {
    return [...this.#names.values()].map(({ name }) => name)
  }

  /**
   * Stops following a name.
   *
   * @returns whether it was followed
   * @throws NameInUseError while requests wait for its record
   */
  cancel (name: MultihashDigest): boolean {
    const followed = this.#names.get(topicName(name))

    if (followed != null && followed.waiting.size > 0) {
      throw new NameInUseError()
    }

    followed?.stop()
    const wasFollowed = this.#names.delete(topicName(name))

    if (wasFollowed) {
      this.#notifyWatchers()
    }

    return wasFollowed
  }

  /** Returns whether a record of a name is known, which peers of its topic receive. */
  hasRecord (name: MultihashDigest): boolean {
    return this.#names.get(topicName(name))?.record != null
  }

  /** Follows a name without waiting for its record. */
  follow (name: MultihashDigest): void {
    this.#follow(name)
  }

  /**
   * Adds a listener.
   *
   * @param changed - called when the list of followed names has changed, except by `stop`; must not throw
   * @returns a function that removes it
   */
  watchNames (changed: () => void): () => void {
    this.#watchers.add(changed)
    return () => {
      this.#watchers.delete(changed)
    }
  }

  /**
   * Returns the best known record, or else the first that arrives. Follows the name from now on.
   *
   * @returns undefined if the signal aborts before
   */
  async find (name: MultihashDigest, { signal }: { signal: AbortSignal }): Promise<Uint8Array | undefined> {
    const followed = this.#follow(name)
    const known = await this.#known(recordKey(name))

    if (known != null || signal.aborted) {
      return known
    }

    return await new Promise((resolve) => {
      const done = (record?: Uint8Array): void => {
        followed.waiting.delete(done)
        signal.removeEventListener('abort', aborted)
        resolve(record)
      }

      const aborted = (): void => {
        done()
      }
      followed.waiting.add(done)
      signal.addEventListener('abort', aborted, { once: true })
    })
  }

  /**
   * Publishes a record to all followers of the name, and follows it.
   *
   * @throws an Error if the record is invalid
   */
  async put (name: MultihashDigest, record: Uint8Array): Promise<void> {
    this.#follow(name)
    await checkRecord(name, record)

    const known = await this.#known(recordKey(name))

    if (known == null || equals(known, record) || isNewer(record, known)) {
      this.#keep(name, record)
      await this.#pubsub.publish(topicOf(name), record)
    }
  }

  #follow (name: MultihashDigest): Followed {
    const text = topicName(name)
    const known = this.#names.get(text)
    const followed = known ?? this.#begin(name)
    this.#names.delete(text)
    this.#names.set(text, followed)

    if (this.#names.size > MAX_NAMES) {
      const [oldest] = [...this.#names].filter(([, { waiting }]) => waiting.size === 0)
      oldest?.[1].stop()
      this.#names.delete(oldest?.[0] ?? '')
    }

    if (known == null) {
      this.#notifyWatchers()
    }

    return followed
  }

  #notifyWatchers (): void {
    this.#watchers.forEach((changed) => {
      changed()
    })
  }

  #begin (name: MultihashDigest): Followed {
    const topic = topicOf(name)
    const followed: Followed = { name, record: undefined, waiting: new Set(), fetching: 0, stop: () => {} }

    const unsubscribe = this.#pubsub.subscribe(topic, ({ data }) => {
      void this.#hear(name, data)
    }, { judge: async (data) => await this.#judge(name, data) })
    const unwatch = this.#pubsub.onJoin(topic, (peer) => {
      void this.#ask(followed, peer)
    })
    followed.stop = () => {
      unwatch()
      unsubscribe()
    }

    // Peers that have joined before cause no join event.
    this.#pubsub.peers(topic).forEach((peer) => {
      void this.#ask(followed, peer)
    })
    return followed
  }

  /** Validates a record before it is forwarded (go-libp2p-pubsub-router `Subscribe`). */
  async #judge (name: MultihashDigest, record: Uint8Array): Promise<Verdict> {
    if (!await isValidRecord(name, record)) {
      return 'reject'
    }

    const known = await this.#known(recordKey(name))
    return known == null || isNewer(record, known) ? 'accept' : 'ignore'
  }

  /** Handles a message. Messages of this node have not been validated. */
  async #hear (name: MultihashDigest, record: Uint8Array): Promise<void> {
    if (await isValidRecord(name, record)) {
      this.#keep(name, record)
    }
  }

  /** Stores a valid record if it is newer. */
  #keep (name: MultihashDigest, record: Uint8Array): void {
    const followed = this.#names.get(topicName(name))

    if (
      followed != null &&
      (followed.record == null || equals(followed.record, record) || isNewer(record, followed.record))
    ) {
      followed.record = record
      followed.waiting.forEach((done) => {
        done(record)
      })
    }
  }

  /** Returns the record of a followed name, as long as it is valid. */
  async #known (key: Uint8Array): Promise<Uint8Array | undefined> {
    const name = recordName(key)
    const followed = name == null ? undefined : this.#names.get(topicName(name))

    if (name == null || followed?.record == null) {
      return undefined
    }

    if (!await isValidRecord(name, followed.record)) {
      followed.record = undefined
    }

    return followed.record
  }

  /** Fetches the record of a peer of the topic, because it may have been published before this node subscribed. */
  async #ask (followed: Followed, peer: string): Promise<void> {
    const { name } = followed

    if (followed.fetching >= MAX_FETCHES) {
      return
    }

    followed.fetching++

    try {
      const record = await this.#fetch.fetch(peer, recordKey(name), {
        signal: timeLimit(FETCH_MS, this.#stopping.signal)
      })

      if (record != null && await this.#judge(name, record) === 'accept') {
        this.#keep(name, record)
      }
    } catch {
      // The peer does not support fetch, or is gone. Its later messages still arrive.
    } finally {
      followed.fetching--
    }
  }

  #republishLater (): void {
    this.#stopRepublishing = later(() => {
      this.#names.forEach(({ name, record }) => {
        if (record != null) {
          // repeated at the next interval
          isValidRecord(name, record).then(async (holds) => {
            if (holds) {
              await this.#pubsub.publish(topicOf(name), record)
            }
          }).catch(() => {})
        }
      })

      this.#republishLater()
    }, REBROADCAST_MS)
  }
}

function recordKey (name: MultihashDigest): Uint8Array {
  return concatBytes([PREFIX, name.bytes])
}

function recordName (key: Uint8Array): MultihashDigest | undefined {
  try {
    return equals(key.subarray(0, PREFIX.length), PREFIX) ? decodeDigest(key.subarray(PREFIX.length)) : undefined
  } catch {
    return undefined
  }
}

function topicName (name: MultihashDigest): string {
  return base64url.baseEncode(recordKey(name))
}

/** Returns the topic of a name (go-libp2p-pubsub-router `KeyToTopic`). */
function topicOf (name: MultihashDigest): string {
  return `/record/${topicName(name)}`
}
