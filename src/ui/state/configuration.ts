import { rpc } from '../../client/index.ts'
import { plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { retold } from '../lib/retold.ts'
import type { Json, SettingInfo } from '../lib/setting-info.ts'
import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { say } from './news.ts'
import { whenReady } from './node.ts'
import { readReference } from './read-reference.ts'

export interface ConfigurationState {
  /** every setting there is; undefined until it was read */
  settings?: readonly SettingInfo[]
  /** as it is kept, without secrets */
  config?: Json
  /** why it could not be read */
  problem?: PlainError
}

/** The settings of the node, to be looked at and changed. */
export const configuration = new Store<ConfigurationState>({})

export async function readConfiguration (): Promise<void> {
  try {
    await whenReady()
    const [settings, config] = await Promise.all([configuration.value.settings ?? readReference<SettingInfo[]>('settings'), rpc<Json>('config/show')])
    configuration.set({ settings, config, ...settings == null ? { problem: retold(() => ({ what: t('What the settings mean could not be read.'), next: t('Reload the page.') })) } : {} })
  } catch (err) {
    configuration.patch({ problem: plainError(err) })
  }
}

/** What Kubo puts around the words that say what is wrong. */
const AROUND = /^failed to set config value: (?:failure to decode config: )?|(?: \(maybe use --json\?\))?$/g

/**
 * Sets one setting.
 *
 * @throws Error with the node's words where it refuses the value
 */
export async function keepSetting (key: string, value: Json): Promise<void> {
  try {
    await rpc('config', { args: [key, JSON.stringify(value)], options: { json: true } })
  } catch (err) {
    throw new Error((err as Error).message.replace(AROUND, ''), { cause: err })
  }

  say(t('{key} is set.', { key }))
  await readConfiguration()
}
