/** Thrown if the other end of a port is gone: closed, stopped with its worker, or silent for too long. */
export class PortClosedError extends Error {
  static override name = 'PortClosedError'
  override name = 'PortClosedError'

  constructor () {
    super('the other end of the port is gone')
  }
}
