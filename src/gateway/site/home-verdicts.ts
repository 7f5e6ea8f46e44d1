import type { CID } from 'multiformats/cid'
import { ContentBlockedError } from '../../denylist/content-blocked-error.ts'
import { isError } from '../../errors/define-error.ts'
import { PortClosedError } from '../../port/port-error.ts'
import type { SiteCache } from '../own-origin/site-cache.ts'
import type { VerdictCalls } from '../port/serve-verdicts.ts'
import { HomeUnreachableError } from './home-connection.ts'
import type { HomeLink } from './home-connection.ts'

/** Time for which the absence of denylists is remembered. */
const NONE_MS = 2000

/** Fact whether the home node had denylists when it was asked last. */
const HAS_LISTS = 'denylists'

type Verdicts = VerdictCalls['verdicts']['value']

const NO_LISTS: Verdicts = { hasLists: false, rules: [] }

export interface HomeVerdictsInit {
  cache: Pick<SiteCache, 'drop' | 'fact' | 'setFact'>
  link: Pick<HomeLink, 'use' | 'isOpen' | 'unreachable'>
  /** maximum time to wait for a port of the home node; undefined for the link's default */
  waitMs: () => number | undefined
  now?: () => number
}

/** Knowledge about a home node. */
interface KnownHome {
  /** when it had no denylists */
  withoutMs: number
  /** the stored fact, which is read once */
  hadLists: Promise<boolean | undefined>
}

/** By the link to the home: a gateway is made for each request. */
const known = new WeakMap<HomeVerdictsInit['link'], KnownHome>()

/**
 * Asks the home node of a site whether its denylists block content that the site has cached. Blocked blocks leave the
 * cache. While the node cannot be reached, its last verdicts count.
 */
export class HomeVerdicts {
  readonly #init: HomeVerdictsInit

  constructor (init: HomeVerdictsInit) {
    this.#init = init
  }

  /**
   * Checks cached blocks.
   *
   * @throws ContentBlockedError for the first that is blocked
   * @throws HomeUnreachableError if the node may have denylists, and a visit has to connect it first
   */
  async checkBlocks (cids: readonly CID[], signal: AbortSignal): Promise<void> {
    const { cache } = this.#init
    const { rules } = await this.#ask(() => ({ cids: cids.map(String), paths: [] }), signal) ?? { rules: [] }

    rules.forEach((by, i) => {
      if (by != null) {
        cache.drop(cids[i])
      }
    })
    throwFirst(cids, rules)
  }

  /**
   * Checks content paths.
   *
   * @throws as `checkBlocks`
   */
  async checkPaths (paths: readonly string[], signal: AbortSignal): Promise<void> {
    const { cache } = this.#init
    const found = await this.#ask(() => ({ cids: [], paths: [...paths] }), signal)

    if (found?.hasLists === false) {
      return
    }

    const facts = paths.map((path) => `denied ${path}`)
    const kept = await Promise.all(
      facts.map(async (name) => await cache.fact<Verdicts['rules'][number]>(name).catch(() => undefined))
    )

    if (found == null) {
      throwFirst(paths, kept)
      return
    }

    facts.forEach((name, i) => {
      if (found.rules[i] != null || kept[i] != null) {
        cache.setFact(name, found.rules[i])
      }
    })
    throwFirst(paths, found.rules)
  }

  #known (): KnownHome {
    const { cache, link } = this.#init
    let home = known.get(link)

    if (home == null) {
      home = { withoutMs: -Infinity, hadLists: cache.fact<boolean>(HAS_LISTS).catch(() => undefined) }
      known.set(link, home)
    }

    return home
  }

  /**
   * Returns the verdicts of the home node; undefined if it cannot be reached.
   *
   * @param contents - is called only if the node is asked: most have no denylists, and the texts of CIDs take longer
   *   than the rest of the check
   */
  async #ask (contents: () => VerdictCalls['verdicts']['input'], signal: AbortSignal): Promise<Verdicts | undefined> {
    const { cache, link, waitMs, now = Date.now } = this.#init
    const home = this.#known()

    if (now() - home.withoutMs < NONE_MS) {
      return NO_LISTS
    }

    const hadLists = await home.hadLists

    if (!link.isOpen && hadLists !== true) {
      return NO_LISTS
    }

    try {
      const found = await link.use(
        async ({ calls }) => await calls.once<Verdicts>('verdicts', contents(), { signal }),
        { signal, waitMs: waitMs() }
      )

      if (found.hasLists !== hadLists) {
        cache.setFact(HAS_LISTS, found.hasLists)
        home.hadLists = Promise.resolve(found.hasLists)
      }

      if (!found.hasLists) {
        home.withoutMs = now()
      }

      return found
    } catch (err) {
      // A visit that has not tried to connect the node yet does so now.
      const isAway = (isError(err, HomeUnreachableError) && (waitMs() !== 0 || link.unreachable != null)) ||
        isError(err, PortClosedError)

      if (!isAway) {
        throw err
      }

      return undefined
    }
  }
}

function throwFirst (contents: ReadonlyArray<CID | string>, rules: Verdicts['rules']): void {
  const first = rules.findIndex((by) => by != null)

  if (first >= 0) {
    throw new ContentBlockedError(String(contents[first]).replace(/\/$/, ''), rules[first]!)
  }
}
