import { follow } from '../../client/follow.ts'
import { readReference } from '../../client/read-reference.ts'
import { commands, readCommands } from '../../console/state/commands.ts'
import type { SettingInfo } from '../../lib/command/info/setting-info.ts'
import { Store } from '../../lib/reactive/store.ts'
import { helpTexts } from '../../lib/text/help.ts'
import { followLibrary, library } from '../../library/state/library.ts'
import { shares } from '../../library/state/shares.ts'
import { peers } from '../../network/state/peers.ts'
import { nodeKeys, readKeys } from '../../node/state/node-keys.ts'
import { kept, refreshKept } from '../../storage/state/kept.ts'

/** Settings of the node, from the page's own reference. */
export const settingInfos = new Store<readonly SettingInfo[]>([])

/** Stores that the search reads. */
export const SEARCHED = [library, kept, shares, nodeKeys, peers, commands, settingInfos, helpTexts] as const

let isFollowing = false

/**
 * Reads everything that the search covers, once, and keeps it up to date while the page is open. The first search of a
 * visit starts it, so that pages without a search do not read all folders.
 */
export function followSearchData (): void {
  if (isFollowing) {
    return
  }
  isFollowing = true
  followLibrary()
  follow('pins', refreshKept)
  follow('keys', readKeys)
  void refreshKept()
  void readKeys()
  void readCommands()
  void readReference<SettingInfo[]>('settings').then((settings) => {
    settingInfos.set(settings ?? [])
  })
}
