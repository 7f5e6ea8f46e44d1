import { Store } from '../../lib/reactive/store.ts'

export interface ConnectionState {
  /** whether the browser has a network */
  hasNetwork: boolean
  /** whether none of the places of the last lookup could be reached */
  areHostsAway: boolean
}

/** The connection of this browser to the network. */
export const connection = new Store<ConnectionState>({ hasNetwork: navigator.onLine, areHostsAway: false })

for (const type of ['online', 'offline']) {
  addEventListener(type, () => {
    connection.set({ hasNetwork: navigator.onLine, areHostsAway: false })
  })
}

/** Records whether a lookup could reach any place; ignores undefined. */
export function noteHosts (areAway: boolean | undefined): void {
  if (areAway != null && areAway !== connection.value.areHostsAway) {
    connection.patch({ areHostsAway: areAway })
  }
}
