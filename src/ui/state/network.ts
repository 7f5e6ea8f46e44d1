import { askedHosts, rpc } from '../../client/index.ts'
import type { AskedHosts } from '../../client/index.ts'
import { plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { say } from './news.ts'

export interface NetworkState {
  /** undefined as long as nobody knows */
  talks?: AskedHosts
  /** why it could not be switched */
  problem?: PlainError
}

/** The setting that says whether the node talks to others. */
export const SWITCH_KEY = 'HTTPRetrieval.Enabled'

/** Whom the node talks to, and whether it does at all. */
export const network = new Store<NetworkState>({})

export async function readNetwork (): Promise<void> {
  network.patch({ talks: await askedHosts().catch(() => undefined) })
}

/** Whether the node has peers, by its settings of this moment; undefined as long as nobody knows. Another node would answer questions about peers with errors, of which the browser complains. */
export function hasPeers (): boolean | undefined {
  const { talks } = network.value
  return talks == null ? undefined : talks.peers != null && !talks.isOff
}

/** Lets the node talk to others, or to nobody any more: at once, in all tabs, and for later starts too. */
export async function switchNetwork (on: boolean): Promise<void> {
  try {
    await rpc('config', { args: [SWITCH_KEY, String(on)], options: { json: true } })
    network.patch({ problem: undefined })
    say(on ? t('This node is online.') : t('This node is offline: it asks nobody and talks to nobody.'))
    await readNetwork()
  } catch (err) {
    network.patch({ problem: plainError(err) })
  }
}
