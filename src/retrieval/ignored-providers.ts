import type { ConfigStore } from '../config/config-store.ts'
import { parsePeerId } from '../cid/peer-id/parse-peer-id.ts'
import { settingTexts } from './setting-texts.ts'

/** Whether a peer is one of `Routing.IgnoreProviders`, whichever way its ID is written. */
export function ignoredProviders (config: Pick<ConfigStore, 'get'>): (id: string) => boolean {
  const ignored = new Set(settingTexts(config.get('Routing.IgnoreProviders')).map(normalId))
  return (id) => ignored.has(normalId(id))
}

/** A peer has more than one text. */
function normalId (id: string): string {
  try {
    return parsePeerId(id).bytes.join()
  } catch {
    return id
  }
}
