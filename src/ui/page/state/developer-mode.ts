import { Store } from '../../lib/reactive/store.ts'
import { keepLocal, readLocal } from '../../lib/text/local-text.ts'

/** Storage key, for this origin. */
const KEY = 'swipfs-developer-mode'

/**
 * Whether the page shows details for developers: the command for each action, CIDs in lists, block counts, and agent
 * versions. Off by default.
 */
export const developerMode = new Store(readMode())

// Browsers send this event to the other tabs only.
addEventListener('storage', ({ key }) => {
  if (key === KEY || key == null) {
    developerMode.set(readMode())
  }
})

/** Switches developer mode in all tabs, persistently. If storage is blocked, it applies to this tab. */
export function setDeveloperMode (isOn: boolean): void {
  keepLocal(KEY, String(isOn))
  developerMode.set(isOn)
}

function readMode (): boolean {
  return readLocal(KEY) === 'true'
}
