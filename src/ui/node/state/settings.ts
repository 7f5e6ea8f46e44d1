import { ignoredSettings, resetConfig } from '../../../client/index.ts'
import type { IgnoredSetting } from '../../../client/index.ts'
import { node, startNode } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'

export interface SettingsState {
  /** stored settings that are ignored because they are invalid */
  ignored: IgnoredSetting[]
  resetting: boolean
  /** why the default settings could not be restored */
  problem?: PlainError
}

export const settings = new Store<SettingsState>({ ignored: [], resetting: false })

/** Reads the settings that the node cannot use. A missing answer is no error of its own. */
export async function readSettings (): Promise<void> {
  settings.patch({ ignored: await ignoredSettings().catch(() => []) })
}

/**
 * Handles changed settings: starts a failed node again, because they may now admit this page; otherwise checks them.
 */
export async function followSettings (): Promise<void> {
  if (node.value.phase === 'failed') {
    await startNode()
  } else {
    await readSettings()
  }
}

/** Restores the default settings and restarts. */
export async function startWithDefaults (): Promise<void> {
  settings.patch({ resetting: true, problem: undefined })

  try {
    await resetConfig()
    settings.set({ ignored: [], resetting: false })
    announceNews(t('The node uses its default settings.'))
    await startNode()
  } catch (err) {
    settings.patch({ resetting: false, problem: plainError(err) })
  }
}
