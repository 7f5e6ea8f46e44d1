import { base64url } from 'multiformats/bases/base64'
import { equals } from 'multiformats/bytes'
import { decode as decodeDigest } from 'multiformats/hashes/digest'
import type { MultihashDigest } from 'multiformats/hashes/interface'
import { later } from '../async/later.ts'
import { timeLimit } from '../async/time-limit.ts'
import { concatBytes } from '../bytes/concat-bytes.ts'
import { checkRecord } from '../names/record/check-record.ts'
import { isNewer } from '../names/record/is-newer.ts'
import type { Pubsub, Verdict } from './pubsub.ts'
import type { RecordFetch } from './record-fetch.ts'
import { isGoodRecord } from './is-good-record.ts'

/** Records are told again so often (go-libp2p-pubsub-router `rebroadcastInterval`). */
const REBROADCAST_MS = 10 * 60_000

/** A peer that comes to a topic may take so long to say what it has (go-libp2p-pubsub-router `fetch.go`). */
const FETCH_MS = 10_000

/** Names that are followed at most: each is a topic of which peers are told. The one that was asked for longest ago makes room. */
const MAX_NAMES = 256

/** Peers of one topic that are asked what they have at once. */
const MAX_FETCHES = 8

const PREFIX = new TextEncoder().encode('/ipns/')

interface Followed {
  name: MultihashDigest
  record: Uint8Array | undefined
  waiting: Set<(record: Uint8Array) => void>
  fetching: number
  stop: () => void
}

/** Names are being waited for. The words are go-libp2p-pubsub-router's. */
export class NameInUseError extends Error {
  static override name = 'NameInUseError'
  override name = 'NameInUseError'

  constructor () {
    super('key has active subscriptions')
  }
}

/**
 * Records of names over pubsub (go-libp2p-pubsub-router `pubsub.go`): each name has a topic, and who has asked for it, or published
 * it, follows it. A record that is better than the known one goes on to others, the rest is held up; who joins is asked what it has.
 * What is known is in memory alone.
 */
export class NamePubsub {
  readonly #pubsub: Pubsub
  readonly #fetch: RecordFetch
  /** by the text of the key, those asked for last behind the others */
  readonly #names = new Map<string, Followed>()
  readonly #watchers = new Set<() => void>()
  readonly #stopping = new AbortController()
  #stopTelling = (): void => {}

  constructor ({ pubsub, fetch }: { pubsub: Pubsub, fetch: RecordFetch }) {
    this.#pubsub = pubsub
    this.#fetch = fetch
  }

  async start (): Promise<void> {
    await this.#fetch.serve(async (key) => await this.#known(key))
    this.#tellLater()
  }

  async stop (): Promise<void> {
    this.#stopTelling()
    this.#stopping.abort(new DOMException('the node has stopped', 'AbortError'))
    this.#names.forEach(({ stop }) => { stop() })
    this.#names.clear()
    await this.#fetch.stop()
  }

  /** The names that are followed. */
  names (): MultihashDigest[] {
    return [...this.#names.values()].map(({ name }) => name)
  }

  /** Stops following a name. @returns whether it was followed. @throws NameInUseError while somebody waits for its record */
  cancel (name: MultihashDigest): boolean {
    const followed = this.#names.get(textOf(name))

    if (followed != null && followed.waiting.size > 0) {
      throw new NameInUseError()
    }

    followed?.stop()
    const wasFollowed = this.#names.delete(textOf(name))

    if (wasFollowed) {
      this.#tellWatchers()
    }

    return wasFollowed
  }

  /** Follows a name without asking for its record. */
  follow (name: MultihashDigest): void {
    this.#follow(name)
  }

  /** @param changed - called when the list of followed names has changed, but not by `stop`; must not throw. @returns ends it */
  watchNames (changed: () => void): () => void {
    this.#watchers.add(changed)
    return () => { this.#watchers.delete(changed) }
  }

  /** The best record that is known, and else the first that comes; follows the name from now on. @returns undefined when the signal aborts before */
  async find (name: MultihashDigest, { signal }: { signal: AbortSignal }): Promise<Uint8Array | undefined> {
    const followed = this.#follow(name)
    const known = await this.#known(keyOf(name))

    if (known != null || signal.aborted) {
      return known
    }

    return await new Promise((resolve) => {
      const done = (record?: Uint8Array): void => {
        followed.waiting.delete(done)
        signal.removeEventListener('abort', aborted)
        resolve(record)
      }

      const aborted = (): void => { done() }
      followed.waiting.add(done)
      signal.addEventListener('abort', aborted, { once: true })
    })
  }

  /** Tells all who follow the name, and follows it. @throws an Error for a record that is not believed */
  async put (name: MultihashDigest, record: Uint8Array): Promise<void> {
    this.#follow(name)
    await checkRecord(name, record)

    const known = await this.#known(keyOf(name))

    if (known == null || equals(known, record) || isNewer(record, known)) {
      this.#keep(name, record)
      await this.#pubsub.publish(topicOf(name), record)
    }
  }

  #follow (name: MultihashDigest): Followed {
    const text = textOf(name)
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
      this.#tellWatchers()
    }

    return followed
  }

  #tellWatchers (): void {
    this.#watchers.forEach((changed) => { changed() })
  }

  #begin (name: MultihashDigest): Followed {
    const topic = topicOf(name)
    const followed: Followed = { name, record: undefined, waiting: new Set(), fetching: 0, stop: () => {} }

    const unsubscribe = this.#pubsub.subscribe(topic, ({ data }) => { void this.#hear(name, data) }, { judge: async (data) => await this.#judge(name, data) })
    const unwatch = this.#pubsub.onJoin(topic, (peer) => { void this.#ask(followed, peer) })
    followed.stop = () => { unwatch(); unsubscribe() }

    // those who are there already do not join any more
    this.#pubsub.peers(topic).forEach((peer) => { void this.#ask(followed, peer) })
    return followed
  }

  /** Whether others are to hear of a record (go-libp2p-pubsub-router `Subscribe`). */
  async #judge (name: MultihashDigest, record: Uint8Array): Promise<Verdict> {
    if (!await isGoodRecord(name, record)) {
      return 'reject'
    }

    const known = await this.#known(keyOf(name))
    return known == null || isNewer(record, known) ? 'accept' : 'ignore'
  }

  /** A message came; one that somebody of this node has written was not judged. */
  async #hear (name: MultihashDigest, record: Uint8Array): Promise<void> {
    if (await isGoodRecord(name, record)) {
      this.#keep(name, record)
    }
  }

  /** Of a record that is good. */
  #keep (name: MultihashDigest, record: Uint8Array): void {
    const followed = this.#names.get(textOf(name))

    if (followed != null && (followed.record == null || equals(followed.record, record) || isNewer(record, followed.record))) {
      followed.record = record
      followed.waiting.forEach((done) => { done(record) })
    }
  }

  /** The record of a name that is followed, while it holds. */
  async #known (key: Uint8Array): Promise<Uint8Array | undefined> {
    const name = nameOf(key)
    const followed = name == null ? undefined : this.#names.get(textOf(name))

    if (name == null || followed?.record == null) {
      return undefined
    }

    if (!await isGoodRecord(name, followed.record)) {
      followed.record = undefined
    }

    return followed.record
  }

  /** Asks a peer of the topic what it has: it may have told it before anybody here listened. */
  async #ask (followed: Followed, peer: string): Promise<void> {
    const { name } = followed

    if (followed.fetching >= MAX_FETCHES) {
      return
    }

    followed.fetching++

    try {
      const record = await this.#fetch.fetch(peer, keyOf(name), { signal: timeLimit(FETCH_MS, this.#stopping.signal) })

      if (record != null && await this.#judge(name, record) === 'accept') {
        this.#keep(name, record)
      }
    } catch {
      // it does not speak it, or has gone: what it tells later is heard
    } finally {
      followed.fetching--
    }
  }

  #tellLater (): void {
    this.#stopTelling = later(() => {
      this.#names.forEach(({ name, record }) => {
        if (record != null) {
          isGoodRecord(name, record).then(async (holds) => { if (holds) await this.#pubsub.publish(topicOf(name), record) }).catch(() => {}) // the next time, then
        }
      })

      this.#tellLater()
    }, REBROADCAST_MS)
  }
}

function keyOf (name: MultihashDigest): Uint8Array {
  return concatBytes([PREFIX, name.bytes])
}

function nameOf (key: Uint8Array): MultihashDigest | undefined {
  try {
    return equals(key.subarray(0, PREFIX.length), PREFIX) ? decodeDigest(key.subarray(PREFIX.length)) : undefined
  } catch {
    return undefined
  }
}

function textOf (name: MultihashDigest): string {
  return base64url.baseEncode(keyOf(name))
}

/** The topic of a name (go-libp2p-pubsub-router `KeyToTopic`). */
function topicOf (name: MultihashDigest): string {
  return `/record/${textOf(name)}`
}
