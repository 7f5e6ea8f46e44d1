import { rpc } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { readNetwork } from '../../network/state/network.ts'
import { announceNews } from '../../page/state/news.ts'

/** Settings of the contacted hosts, with their values if they are not set; `auto` stands for the recommended ones. */
const UNSET = {
  Bootstrap: ['auto'],
  'Routing.DelegatedRouters': ['auto'],
  'HTTPRetrieval.Gateways': ['auto'],
  'Swarm.RelayClient.StaticRelays': []
} as const satisfies Record<string, readonly string[]>

export type SourceKey = keyof typeof UNSET

export interface NetworkSourcesState {
  /** the stored lists; undefined until they are read */
  lists?: Readonly<Record<SourceKey, readonly string[]>>
  /** why they could not be changed */
  problem?: PlainError
}

export const networkSources = new Store<NetworkSourcesState>({})

type Config = { [key: string]: Config | readonly string[] | null | undefined }

export async function readSources (): Promise<void> {
  try {
    await whenReady()
    const config = await rpc<Config>('config/show')
    const listOf = (key: SourceKey): readonly string[] => {
      const value = key.split('.').reduce<Config[string]>((at, name) => (at as Config | undefined)?.[name], config)
      return Array.isArray(value) ? value as string[] : UNSET[key]
    }
    networkSources.patch({
      lists: Object.fromEntries(
        (Object.keys(UNSET) as SourceKey[]).map((key) => [key, listOf(key)])
      ) as Record<SourceKey, readonly string[]>
    })
  } catch (err) {
    networkSources.patch({ problem: plainError(err) })
  }
}

/** Replaces a list. It applies from the next request on. */
export async function keepSources (key: SourceKey, values: readonly string[]): Promise<void> {
  try {
    await rpc('config', { args: [key, JSON.stringify(values)], options: { json: true } })
    networkSources.patch({ problem: undefined })
    announceNews(t('The settings were changed.'))
    await Promise.all([readSources(), readNetwork()])
  } catch (err) {
    networkSources.patch({ problem: plainError(err) })
  }
}
