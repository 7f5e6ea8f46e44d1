import { listed } from '../../lib/text/format.ts'
import { t, tn } from '../../lib/text/t.ts'

/** Known ways by which others can fetch a content. */
export interface Reach {
  /** whether the node is a peer of the network; undefined while unknown */
  isPeer?: boolean
  /** addresses of this node; empty without a relay reservation */
  addresses: readonly string[]
  /** services that also pin the content */
  services: readonly string[]
}

/** Describes in a sentence which nodes can fetch a content now. Unknown facts are not promised. */
export function reachWords ({ isPeer, addresses, services }: Reach): string {
  return [
    reach(isPeer, addresses),
    ...services.length === 0 ? [] : [t('It is also kept at {services}.', { services: listed(services) })]
  ].join(' ')
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

  return isPeer
    ? t('Nobody can fetch it from this browser: no relay has a place for it.')
    : t('Nobody can fetch it from this browser: this node is no peer of others.')
}

/** Result of a provider lookup: whether this browser is announced, and the number of other providers. */
export interface Announced {
  self: boolean
  others: number
}

export function announcedWords ({ self, others }: Announced): string {
  if (others === 0) {
    return self
      ? t('Announced: who asks the network is told of this browser, and of nobody else.')
      : t('Not announced: the network knows nobody who has it.')
  }

  return self
    ? tn(
      others,
      'Announced: who asks the network is told of this browser, and of one other.',
      'Announced: who asks the network is told of this browser, and of {n} others.'
    )
    : tn(
      others,
      'The network knows one other who have it, and not this browser.',
      'The network knows {n} others who have it, and not this browser.'
    )
}
