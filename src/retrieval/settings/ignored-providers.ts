import { parsePeerId } from '../../cid/peer-id/parse-peer-id.ts'
import type { ConfigStore } from '../../config/config-store.ts'
import { settingTexts } from './setting-texts.ts'

/** Returns a predicate for the peers of `Routing.IgnoreProviders`, in any encoding of their IDs. */
export function ignoredProviders (config: Pick<ConfigStore, 'get'>): (id: string) => boolean {
  const ignored = new Set(settingTexts(config.get('Routing.IgnoreProviders')).map(normalId))
  return (id) => ignored.has(normalId(id))
}

/** Normalizes a peer ID, which has several text forms. */
function normalId (id: string): string {
  try {
    return parsePeerId(id).bytes.join()
  } catch {
    return id
  }
}
