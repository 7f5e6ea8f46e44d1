import { ignoredSettings, resetConfig } from '../../client/index.ts'
import type { IgnoredSetting } from '../../client/index.ts'
import { plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { say } from './news.ts'
import { node, startNode } from './node.ts'

export interface SettingsState {
  /** kept, and as if they were not set */
  ignored: IgnoredSetting[]
  resetting: boolean
  /** why the default settings could not be put back */
  problem?: PlainError
}

export const settings = new Store<SettingsState>({ ignored: [], resetting: false })

/** Looks whether there are settings that the node cannot use. That it does not say so is no problem of its own. */
export async function readSettings (): Promise<void> {
  settings.patch({ ignored: await ignoredSettings().catch(() => []) })
}

/** After somebody changed the settings: what is wrong with them now; they may also let this page in that they kept out. */
export async function followSettings (): Promise<void> {
  if (node.value.phase === 'failed') {
    await startNode()
  } else {
    await readSettings()
  }
}

/** Puts the default settings back and starts again. */
export async function startWithDefaults (): Promise<void> {
  settings.patch({ resetting: true, problem: undefined })

  try {
    await resetConfig()
    settings.set({ ignored: [], resetting: false })
    say(t('The node has its default settings.'))
    await startNode()
  } catch (err) {
    settings.patch({ resetting: false, problem: plainError(err) })
  }
}
