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
    ...services.length === 0 ? [] : [t('Also pinned at {services}.', { services: listed(services) })]
  ].join(' ')
}

function reach (isPeer: boolean | undefined, addresses: readonly string[]): string {
  if (isPeer === undefined) {
    return t('Checking whether others can connect to you…')
  }

  if (addresses.length > 0) {
    return t('Anyone with the link can download it while this tab stays open.')
  }

  return isPeer
    ? t('Others can’t download this from you right now: no relay is available.')
    : t('Others can’t download this from you: the node runs without peers.')
}

/** Result of a provider lookup: whether this browser is announced, and the number of other providers. */
export interface Announced {
  self: boolean
  others: number
}

export function announcedWords ({ self, others }: Announced): string {
  if (others === 0) {
    return self
      ? t('Announced. The network lists this browser as the only provider.')
      : t('Not announced. The network lists no providers.')
  }

  return self
    ? tn(
      others,
      'Announced. The network lists this browser and one other provider.',
      'Announced. The network lists this browser and {n} other providers.'
    )
    : tn(
      others,
      'The network lists one other provider, but not this browser.',
      'The network lists {n} other providers, but not this browser.'
    )
}
