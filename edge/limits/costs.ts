/** Part of the edge that answered a request. `worker` is the front worker itself, mostly with an error. */
export type AnsweredBy = 'cache' | 'front' | 'fetcher' | 'node' | 'worker'

/** Tokens that a request needs to be admitted. */
export const REQUEST_COST = 1

/** Tokens that a request without a valid secret needs: guesses of it are slowed down. */
export const REFUSED_COST = 5

/** Tokens that a connection of a peer needs. */
export const PEER_COST = 5

/** Tokens that an admitted gateway request costs in addition, by the part that answered it. */
export const EXTRA_COSTS: Readonly<Record<AnsweredBy, number>> = {
  cache: -0.8,
  front: 0,
  worker: 0,
  node: 2,
  fetcher: 4
}
