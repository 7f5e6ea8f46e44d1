import { MemoryDatastore } from 'datastore-core'
import { openConfig } from '../src/config/config-store.ts'
import type { ConfigStore } from '../src/config/config-store.ts'
import { parseConfigOption } from '../src/config/parse-config-option.ts'
import type { Env } from './engine/edge-types.ts'

let cached: { text: string; config: Promise<ConfigStore> } | undefined

/**
 * Returns the settings of the deployment, with defaults. The worker in front of the node decides by them, because it
 * cannot read the node's stored settings. The result is cached while `CONFIG` is unchanged.
 *
 * @throws an Error for the deployer if `CONFIG` is invalid
 */
export async function deployment ({ CONFIG: text = '{}' }: Env): Promise<ConfigStore> {
  if (cached?.text !== text) {
    cached = { text, config: readDeployment(text) }
  }

  return await cached.config
}

async function readDeployment (text: string): Promise<ConfigStore> {
  return await openConfig(new MemoryDatastore(), { overrides: deploymentValues(text) })
}

/** Parses the values of `CONFIG`. */
export function deploymentValues (text: string = '{}'): ReturnType<typeof parseConfigOption> {
  try {
    return parseConfigOption(text)
  } catch (err) {
    throw new Error((err as Error).message.replace('--config', 'the CONFIG of this deployment'))
  }
}
