import { listed } from './format.ts'
import { t, tn } from './t.ts'

/** What is known of who can get a content from where. */
export interface Reach {
  /** whether the node takes part in the network; undefined as long as nobody knows */
  isPeer?: boolean
  /** where others reach this node: none where no relay holds a place for it */
  addresses: readonly string[]
  /** services that keep the content too */
  services: readonly string[]
}

/** In a sentence who can get a content now: what is not known is not promised. */
export function reachWords ({ isPeer, addresses, services }: Reach): string {
  return [reach(isPeer, addresses), ...services.length === 0 ? [] : [t('It is also kept at {services}.', { services: listed(services) })]].join(' ')
}

function reach (isPeer: boolean | undefined, addresses: readonly string[]): string {
  if (isPeer === undefined) {
    return t('Whether others reach this browser is not known yet.')
  }

  if (addresses.length > 0) {
    return addresses.some((address) => address.includes('/webrtc'))
      ? t('Others can fetch it from this browser as long as this tab is open, by WebRTC: a relay holds a place for it.')
      : t('Others can fetch it from this browser as long as this tab is open: a relay holds a place for it.')
  }

  return isPeer ? t('Nobody can fetch it from this browser: no relay has a place for it.') : t('Nobody can fetch it from this browser: this node is no peer of others.')
}

/** What asking the network gave: whether this browser is announced as having it, and how many others are. */
export interface Announced { self: boolean, others: number }

export function announcedWords ({ self, others }: Announced): string {
  if (others === 0) {
    return self ? t('Announced: who asks the network is told of this browser, and of nobody else.') : t('Not announced: the network knows nobody who has it.')
  }

  return self
    ? tn(others, 'Announced: who asks the network is told of this browser, and of one other.', 'Announced: who asks the network is told of this browser, and of {n} others.')
    : tn(others, 'The network knows one other who have it, and not this browser.', 'The network knows {n} others who have it, and not this browser.')
}
