import { MemoryDatastore } from 'datastore-core'
import { openConfig } from '../src/config/config-store.ts'
import type { ConfigStore } from '../src/config/config-store.ts'
import { parseConfigOption } from '../src/config/parse-config-option.ts'
import type { Env } from './edge-types.ts'

let known: { text: string, config: Promise<ConfigStore> } | undefined

/**
 * The settings that a deployment was made with, over the defaults: what a worker in front of the node decides by, which does not see
 * what the node keeps. Read once as long as they stay the same.
 *
 * @throws an Error for the person who deployed it, when `CONFIG` cannot be used
 */
export async function deployment ({ CONFIG: text = '{}' }: Env): Promise<ConfigStore> {
  if (known?.text !== text) {
    known = { text, config: read(text) }
  }

  return await known.config
}

async function read (text: string): Promise<ConfigStore> {
  return await openConfig(new MemoryDatastore(), { overrides: deploymentValues(text) })
}

/** The values of `CONFIG`. */
export function deploymentValues (text: string = '{}'): ReturnType<typeof parseConfigOption> {
  try {
    return parseConfigOption(text)
  } catch (err) {
    throw new Error((err as Error).message.replace('--config', 'the CONFIG of this deployment'))
  }
}
