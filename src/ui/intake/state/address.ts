import { exploreLink, readSection } from '../../lib/links/section.ts'
import { Store } from '../../lib/reactive/store.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { t } from '../../lib/text/t.ts'
import { hasPeers } from '../../network/state/network.ts'
import { connectTo, peers } from '../../network/state/peers.ts'
import { section } from '../../page/section.ts'
import { readAddress } from '../lib/read-address.ts'

export interface AddressState {
  /** address of a peer that is being dialled, and of one that was reached */
  calling?: string
  reached?: string
  problem?: PlainError
}

/** Result of the last line in the address box. */
export const addressed = new Store<AddressState>({})

let leaving: AbortController | undefined

const ALONE = retold((): PlainError => ({
  what: t('This node connects to no peers.'),
  next: t('The node is offline, or was started without networking.')
}))

/** Follows a line of the address box: shows a content, or dials a peer. Shows an error for other lines. */
export async function follow (text: string): Promise<void> {
  const address = readAddress(text)
  leaving?.abort()
  addressed.set({})

  switch (address.is) {
    case 'unclear':
      addressed.set({ problem: retold(() => ({ what: address.why })) })
      return
    case 'peer':
      await callPeer(address.address)
      return
    case 'content': {
      const { path, from } = address
      if (from != null && hasPeers() === true) {
        void connectTo(from).catch(() => {}) // Other peers may have it too.
      }

      // Entering the same line again searches again.
      if (location.hash === exploreLink(path)) {
        section.set(readSection(location.hash))
      } else {
        location.hash = exploreLink(path)
      }
    }
  }
}

export function forgetAddress (): void {
  leaving?.abort()
  addressed.set({})
}

async function callPeer (address: string): Promise<void> {
  if (hasPeers() === false) {
    addressed.set({ problem: ALONE })
    return
  }

  const { signal } = leaving = new AbortController()
  addressed.set({ calling: address })

  try {
    await connectTo(address, { signal })
    addressed.set({ reached: address })
  } catch (err) {
    peers.patch({ problem: undefined }) // The error is shown here.
    if (!signal.aborted) {
      addressed.set({ problem: retold(() => ({ ...plainError(err), what: t('The peer could not be reached.') })) })
    }
  }
}
