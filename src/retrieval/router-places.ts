import type { ConfigStore } from '../config/config-store.ts'
import type { RecordPlace } from '../names/routing/record-place.ts'
import { fetchRecord } from './routers/fetch-record.ts'
import { putRecord } from './routers/put-record.ts'
import { mayUseHttp } from './settings/retrieval-settings.ts'
import { routerSettings } from './settings/router-settings.ts'
import type { RouterSettingsOptions } from './settings/router-settings.ts'

/** Returns the delegated routers for IPNS records in the current configuration: for lookup, for publishing, or both. */
export function routerPlaces (
  config: ConfigStore,
  { auto, own, userAgent }: RouterSettingsOptions & { userAgent?: string }
): RecordPlace[] {
  if (!mayUseHttp(config)) {
    return []
  }

  const asked = routerSettings(config, { auto, own, use: 'ipns' })
  const publishers = routerSettings(config, { auto, own, use: 'put-ipns' })

  return [...new Set([...asked, ...publishers])].map((url) => ({
    title: url,
    isDelegated: true,
    ...asked.includes(url)
      ? { find: async (name, { signal }) => await fetchRecord(url, name, { signal, userAgent }).catch(ifMissing) }
      : {},
    ...publishers.includes(url)
      ? {
        put: async (name, record, { signal }) => {
          await putRecord(url, name, record, { signal, userAgent })
        }
      }
      : {}
  } satisfies RecordPlace))
}

function ifMissing (err: Error & { failure?: string }): undefined {
  if (err.failure !== 'missing') {
    throw err
  }
}
