/** Nobody who was asked has it. The words are go-libp2p's (`core/routing.ErrNotFound`). */
export class RoutingNotFoundError extends Error {
  static override name = 'RoutingNotFoundError'
  override name = 'RoutingNotFoundError'

  constructor () {
    super('routing: not found')
  }
}
