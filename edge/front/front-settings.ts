import { MemoryDatastore } from 'datastore-core/memory'
import { openConfig } from '../../src/config/config-store.ts'
import type { ConfigStore } from '../../src/config/config-store.ts'
import type { Json } from '../../src/config/values/config.ts'

/** Settings of the node that its front needs. None of them is secret. */
const PUBLISHED = ['Gateway', 'DNS', 'Ipns', 'AutoConf']

let opened: { text: string; config: Promise<ConfigStore> } | undefined

/** Returns the settings that are published, as JSON. */
export function frontSettings (config: ConfigStore): string {
  return JSON.stringify(Object.fromEntries(
    PUBLISHED.flatMap((name): Array<[string, Json]> => {
      const value = config.get<Json>(name)
      return value == null ? [] : [[name, value]]
    })
  ))
}

/** Opens published settings. The result is cached while they are unchanged. */
export async function openFrontSettings (text: string): Promise<ConfigStore> {
  if (opened?.text !== text) {
    opened = {
      text,
      config: openConfig(new MemoryDatastore(), { overrides: JSON.parse(text) as Record<string, Json> })
    }
  }

  return await opened.config
}
