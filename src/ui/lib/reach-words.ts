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
  const also = services.length === 0 ? '' : ` It is also kept at ${services.join(', ')}.`

  if (isPeer === undefined) {
    return `Whether others reach this browser is not known yet.${also}`
  }

  if (addresses.length > 0) {
    return `Others can fetch it from this browser as long as this tab is open${addresses.some((address) => address.includes('/webrtc')) ? ', by WebRTC' : ''}: a relay holds a place for it.${also}`
  }

  return `Nobody can fetch it from this browser: ${isPeer ? 'no relay has a place for it' : 'this node is no peer of others'}.${also}`
}

/** What asking the network gave: whether this browser is announced as having it, and how many others are. */
export interface Announced { self: boolean, others: number }

export function announcedWords ({ self, others }: Announced): string {
  const more = others === 0 ? 'nobody else' : others === 1 ? 'one other' : `${others} others`
  return self ? `Announced: who asks the network is told of this browser, and of ${more}.` : others === 0 ? 'Not announced: the network knows nobody who has it.' : `The network knows ${more} who have it, and not this browser.`
}
