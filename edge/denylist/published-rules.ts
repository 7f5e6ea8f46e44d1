import { ContentPolicy } from '../../src/denylist/content-policy.ts'
import { CombinedRules } from '../../src/denylist/rules/combined-rules.ts'
import { DenylistRules } from '../../src/denylist/rules/denylist-rules.ts'
import type { RuleSeed } from '../../src/denylist/rules/rule-key.ts'
import { RuleTable } from '../../src/denylist/rules/rule-table.ts'
import type { ObjectBucket } from '../../src/store/sql/object-bucket.ts'
import type { AnswerCache } from '../cache/immutable-cache.ts'
import { NO_DENYLISTS } from './denylist-marker.ts'
import { residentRules } from './resident-rules.ts'
import { countRules, MAX_FRONT_RULES, readRulesIndex, rulesName } from './rules-index.ts'
import type { PublishedList, RulesIndex } from './rules-index.ts'

/** Time after a failed read before the next one. The node decides meanwhile. */
const RETRY_MS = 2000

/** Number of rules that several requests may read at the same time. */
const SMALL_RULES = 30_000

/** Age from which a read counts as ended with its request. */
const MAX_READ_MS = 20_000

/** Objects that are read at the same time: the engine allows six connections of a request. */
const CONCURRENT_READS = 4

/** Lifetime in the cache of a data center. The objects never change. */
const LIFETIME_S = 3600

/** The rules in the memory of a worker, shared by its requests. */
export interface RulesMemory {
  /** one object for the life of the worker, so that running answers follow new rules */
  policy: ContentPolicy
  /** the version of its rules */
  version: string
  /** rules by generation of their list */
  lists: Map<string, DenylistRules>
  failed?: { version: string; atMs: number }
  /** when a request began to read many rules */
  readingSinceMs?: number | undefined
}

export function newRulesMemory (): RulesMemory {
  return { policy: new ContentPolicy(), version: NO_DENYLISTS, lists: new Map() }
}

export interface PublishedRulesInit {
  bucket: ObjectBucket
  cache: AnswerCache
  memory: RulesMemory
  waitUntil: (work: Promise<unknown>) => void
  /** returns rules that are in memory already */
  resident?: typeof residentRules
  now?: () => number
}

/** Reads the published rules of denylists, once per version. */
export class PublishedRules {
  readonly #init: PublishedRulesInit
  readonly #now: () => number

  constructor (init: PublishedRulesInit) {
    this.#init = init
    this.#now = init.now ?? Date.now
  }

  /**
   * Returns the policy with the rules of a version. Returns undefined if they are not published yet, cannot be read, or
   * are too many: the node decides then.
   */
  async policyOf (version: string): Promise<ContentPolicy | undefined> {
    const { memory, resident = residentRules } = this.#init

    if (memory.version === version) {
      return memory.policy
    }

    if (version === NO_DENYLISTS) {
      return this.#use(version, undefined, new Map())
    }

    const rules = resident(version)

    if (rules != null) {
      return this.#use(version, rules, new Map())
    }

    if (memory.failed?.version === version && this.#now() - memory.failed.atMs < RETRY_MS) {
      return undefined
    }

    try {
      return await this.#load(version)
    } catch {
      memory.failed = { version, atMs: this.#now() }
      return undefined
    }
  }

  #use (version: string, rules: Parameters<ContentPolicy['apply']>[0], lists: RulesMemory['lists']): ContentPolicy {
    const { memory } = this.#init
    memory.version = version
    memory.lists = lists
    memory.policy.apply(rules)
    return memory.policy
  }

  async #load (version: string): Promise<ContentPolicy | undefined> {
    const { memory } = this.#init
    const index = await this.#index(version)
    const total = countRules(index?.lists ?? [])

    if (index?.version !== version || total > MAX_FRONT_RULES) {
      throw new Error('the rules are not published')
    }

    if (total <= SMALL_RULES) {
      return await this.#loadLists(index)
    }

    if (memory.readingSinceMs != null && this.#now() - memory.readingSinceMs < MAX_READ_MS) {
      return undefined
    }

    memory.readingSinceMs = this.#now()

    try {
      return await this.#loadLists(index)
    } finally {
      memory.readingSinceMs = undefined
    }
  }

  async #loadLists ({ version, seed, lists }: RulesIndex): Promise<ContentPolicy> {
    const { memory } = this.#init
    const loaded = new Map<string, DenylistRules>()

    // Changed lists leave memory before their new version is read.
    for (const generation of memory.lists.keys()) {
      if (!lists.some((list) => list.generation === generation)) {
        memory.lists.delete(generation)
      }
    }

    for (const list of lists) {
      loaded.set(list.generation, memory.lists.get(list.generation) ?? await this.#loadList(list, seed))
    }

    return this.#use(
      version,
      new CombinedRules(lists.map(({ name, generation }) => [name, loaded.get(generation)!] as const)),
      loaded
    )
  }

  async #loadList ({ generation, ruleRows, records, kinds }: PublishedList, seed: RuleSeed): Promise<DenylistRules> {
    const chunks: Uint32Array[] = []

    for (let row = 0; row < ruleRows; row += CONCURRENT_READS) {
      const names = Array.from(
        { length: Math.min(CONCURRENT_READS, ruleRows - row) },
        (_, i) => rulesName(generation, row + i)
      )
      chunks.push(...await Promise.all(names.map(async (name) => new Uint32Array(await this.#object(name)))))
    }

    return new DenylistRules(seed, { table: RuleTable.from(chunks, records), kinds })
  }

  /** Returns the index of a version from the cache of the data center. */
  async #index (version: string): Promise<RulesIndex | undefined> {
    const cached = await this.#init.cache.match(keyRequest(version))

    if (cached != null) {
      return await cached.json() as RulesIndex
    }

    const index = await readRulesIndex(this.#init.bucket)

    if (index?.version === version) {
      this.#store(version, JSON.stringify(index))
    }

    return index
  }

  /** Reads an object that never changes. */
  async #object (name: string): Promise<ArrayBuffer> {
    const cached = await this.#init.cache.match(keyRequest(name))

    if (cached != null) {
      return await cached.arrayBuffer()
    }

    const object = await this.#init.bucket.get(name)

    if (object == null) {
      throw new Error(`${name} does not exist`)
    }

    const bytes = await object.arrayBuffer()
    this.#store(name, bytes)
    return bytes
  }

  #store (name: string, body: string | ArrayBuffer): void {
    const response = new Response(body, { headers: { 'Cache-Control': `public, max-age=${LIFETIME_S}` } })
    this.#init.waitUntil(this.#init.cache.put(keyRequest(name), response).catch(() => {}))
  }
}

/** Returns the cache key, on a host that cannot be requested. */
function keyRequest (name: string): Request {
  return new Request(`https://denylists.invalid/${name}`)
}
