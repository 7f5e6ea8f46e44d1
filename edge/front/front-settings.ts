import { MemoryDatastore } from 'datastore-core/memory'
import { openConfig } from '../../src/config/config-store.ts'
import type { ConfigStore } from '../../src/config/config-store.ts'
import type { Json } from '../../src/config/values/config.ts'

/** Settings of the node that its front and the objects that fetch content need. */
const PUBLISHED = ['Gateway', 'DNS', 'Ipns', 'AutoConf', 'Routing', 'HTTPRetrieval']

/** The settings in a manifest. */
export interface FrontSettings {
  config: Record<string, Json>
  /** changes when the node publishes a name */
  names: string
}

let opened: { text: string; config: Promise<ConfigStore>; names: string } | undefined

/**
 * Returns the settings that are published, as JSON.
 *
 * @param names - changes when the node publishes a name
 */
export function frontSettings (config: ConfigStore, names: string): string {
  return JSON.stringify(
    {
      config: Object.fromEntries(
        PUBLISHED.flatMap((name): Array<[string, Json]> => {
          const value = config.get<Json>(name)
          return value == null ? [] : [[name, value]]
        })
      ),
      names
    } satisfies FrontSettings
  )
}

/** Opens published settings. The result is cached while they are unchanged. */
export async function openFrontSettings (text: string): Promise<{ config: ConfigStore; names: string }> {
  if (opened?.text !== text) {
    const { config, names } = JSON.parse(text) as FrontSettings
    opened = { text, config: openConfig(new MemoryDatastore(), { overrides: config }), names }
  }

  const { config, names } = opened
  return { config: await config, names }
}
