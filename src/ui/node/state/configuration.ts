import { rpc } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import { readReference } from '../../client/read-reference.ts'
import type { Json, SettingInfo } from '../../lib/command/info/setting-info.ts'
import { Store } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'

export interface ConfigurationState {
  /** all settings; undefined until they are read */
  settings?: readonly SettingInfo[]
  /** stored configuration, without secrets */
  config?: Json
  /** why it could not be read */
  problem?: PlainError
}

/** The settings of the node, for display and editing. */
export const configuration = new Store<ConfigurationState>({})

export async function readConfiguration (): Promise<void> {
  try {
    await whenReady()
    const [settings, config] = await Promise.all([
      configuration.value.settings ?? readReference<SettingInfo[]>('settings'),
      rpc<Json>('config/show')
    ])
    configuration.set({
      settings,
      config,
      ...settings == null
        ? {
          problem: retold(() => ({
            what: t('The help texts of the settings could not be loaded.'),
            next: t('Reload the page.')
          }))
        }
        : {}
    })
  } catch (err) {
    configuration.patch({ problem: plainError(err) })
  }
}

/** Text that Kubo adds around the actual error message. */
const AROUND = /^failed to set config value: (?:failure to decode config: )?|(?: \(maybe use --json\?\))?$/g

/**
 * Changes a setting.
 *
 * @throws Error with the node's message if it rejects the value
 */
export async function keepSetting (key: string, value: Json): Promise<void> {
  try {
    await rpc('config', { args: [key, JSON.stringify(value)], options: { json: true } })
  } catch (err) {
    throw new Error((err as Error).message.replace(AROUND, ''), { cause: err })
  }

  announceNews(t('{key} is set.', { key }))
  await readConfiguration()
}
