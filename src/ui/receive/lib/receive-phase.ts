/** Facts about a shared item that is being received. */
export interface ReceiveFacts {
  /** whether the link could be parsed */
  isValid: boolean
  /** whether the browser has a network, by its own account */
  isOnline: boolean
  /** whether the user has turned off the network of this app */
  isOff: boolean
  /** whether the sender is connected */
  isMet: boolean
  /** whether the first attempt to connect has ended */
  hasTried: boolean
  /** whether bytes have arrived in the last seconds */
  isMoving: boolean
  /** whether all bytes are requested */
  isFetching: boolean
  /** whether all bytes are here */
  isWhole: boolean
}

/**
 * Stage of a shared item: `broken` link; `whole` if all of it is here; `offline` and `off` if this side has no network;
 * `waiting` for the sender; `offered` if the sender is there and nothing is requested yet.
 */
export type ReceivePhase =
  | 'broken'
  | 'whole'
  | 'offline'
  | 'off'
  | 'connecting'
  | 'receiving'
  | 'offered'
  | 'waiting'

/** Returns the stage that the receiver's page shows. */
export function receivePhase (facts: ReceiveFacts): ReceivePhase {
  if (!facts.isValid) {
    return 'broken'
  }
  if (facts.isWhole) {
    return 'whole'
  }
  if (facts.isMoving) {
    return 'receiving' // Perhaps from others than the sender.
  }
  if (!facts.isOnline) {
    return 'offline'
  }
  if (facts.isOff) {
    return 'off'
  }
  if (!facts.isMet) {
    return facts.hasTried ? 'waiting' : 'connecting'
  }
  return facts.isFetching ? 'receiving' : 'offered'
}
