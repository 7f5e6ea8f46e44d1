import { askedHosts, rpc } from '../../client/index.ts'
import type { AskedHosts } from '../../client/index.ts'
import { plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { Store } from '../lib/store.ts'
import { say } from './news.ts'

export interface AskingState {
  /** undefined as long as nobody knows */
  asked?: AskedHosts
  /** why it could not be switched */
  problem?: PlainError
}

/** Whom the node asks for what is not here. */
export const asking = new Store<AskingState>({})

export async function readAsking (): Promise<void> {
  asking.patch({ asked: await askedHosts().catch(() => undefined) })
}

/** Lets the node ask others for what is not here, or nobody any more; at once. */
export async function switchAsking (on: boolean): Promise<void> {
  try {
    await rpc('config', { args: ['HTTPRetrieval.Enabled', String(on)], options: { bool: true } })
    asking.patch({ problem: undefined })
    say(on ? 'What is not here is asked of others.' : 'Nobody is asked any more.')
    await readAsking()
  } catch (err) {
    asking.patch({ problem: plainError(err) })
  }
}
