import type { Datastore } from 'interface-datastore'
import { ifFound } from '../../async/promises/if-found.ts'
import { ContentPolicy } from '../../denylist/content-policy.ts'
import { DENYLISTS_KEY } from '../../denylist/denylists-key.ts'
import { Denylists } from '../../denylist/lists/denylists.ts'
import type { Logs } from '../../log/logs.ts'

/** The denylists of a node, and what follows from them. */
export interface OpenDenylists {
  policy: ContentPolicy
  /** returns the denylists, whose code is evaluated at the first call */
  denylists: () => Denylists
}

/**
 * Loads the denylists of a node, before it reads the first content. Without any, it reads one row, and evaluates and
 * loads nothing else.
 */
export async function openDenylists (datastore: Datastore, logs: Logs): Promise<OpenDenylists> {
  const policy = new ContentPolicy()
  let opened: Denylists | undefined
  const denylists = (): Denylists => opened ??= new Denylists({ datastore, policy, log: logs.logger('nopfs') })

  if (await ifFound(async () => await datastore.get(DENYLISTS_KEY)) != null) {
    await denylists().load()
  }

  return { policy, denylists }
}
