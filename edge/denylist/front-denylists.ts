import type { ContentPolicy } from '../../src/denylist/content-policy.ts'
import type { AnswerCache } from '../cache/immutable-cache.ts'
import type { Env } from '../engine/edge-types.ts'
import { AREA } from '../request/forwarded.ts'
import { NODE_NAME } from '../request/node-name.ts'
import { readDenylistMarker } from './denylist-marker.ts'
import { KnownVersion } from './known-version.ts'
import { newRulesMemory, PublishedRules } from './published-rules.ts'

const knownVersion = new KnownVersion()
const rules = newRulesMemory()

/** The denylists as a front worker knows them. */
export interface FrontDenylists {
  /** part of the keys of cached answers */
  version: string
  /** Reads the rules; undefined if only the node knows them. Cached answers need none. */
  policy: () => Promise<ContentPolicy | undefined>
}

/** Returns the denylists; undefined if their version cannot be read: the node decides, and nothing is cached. */
export async function frontDenylists (
  { BLOCKS, NODE }: Env,
  { cache, waitUntil }: { cache: AnswerCache; waitUntil: (work: Promise<unknown>) => void }
): Promise<FrontDenylists | undefined> {
  const version = await knownVersion.current({
    waitUntil,
    read: async () =>
      BLOCKS == null
        ? await (await NODE.get(NODE.idFromName(NODE_NAME)).fetch(
          new Request('https://node.invalid/', { headers: { [AREA]: 'denylists' } })
        )).text()
        : await readDenylistMarker(BLOCKS)
  })

  return version == null ? undefined : {
    version,
    policy: async () =>
      BLOCKS == null
        ? undefined
        : await new PublishedRules({ bucket: BLOCKS, cache, memory: rules, waitUntil }).policyOf(version)
  }
}
