import { askedHosts, rpc } from '../../../client/index.ts'
import type { AskedHosts } from '../../../client/index.ts'
import { Store } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'

export interface NetworkState {
  /** undefined while unknown */
  talks?: AskedHosts
  /** why it could not be switched */
  problem?: PlainError
}

/** The setting that enables network access of the node. */
export const SWITCH_KEY = 'HTTPRetrieval.Enabled'

/** The hosts that the node contacts, and whether it contacts any. */
export const network = new Store<NetworkState>({})

export async function readNetwork (): Promise<void> {
  network.patch({ talks: await askedHosts().catch(() => undefined) })
}

/**
 * Returns whether the node has peers by its current settings; undefined while unknown. A node without peers answers
 * peer commands with errors, which the browser logs.
 */
export function hasPeers (): boolean | undefined {
  const { talks } = network.value
  return talks == null ? undefined : talks.peers != null && !talks.isOff
}

/** Enables or disables network access: at once, in all tabs, and persistently. */
export async function switchNetwork (on: boolean): Promise<void> {
  try {
    await rpc('config', { args: [SWITCH_KEY, String(on)], options: { json: true } })
    network.patch({ problem: undefined })
    announceNews(on ? t('You are online.') : t('You are offline. No peers or servers are contacted.'))
    await readNetwork()
  } catch (err) {
    network.patch({ problem: plainError(err) })
  }
}
