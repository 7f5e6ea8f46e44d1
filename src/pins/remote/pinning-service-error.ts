/** A pinning service said no, nothing, or what cannot be understood. Its message never has the key of the service. */
export class PinningServiceError extends Error {
  static override name = 'PinningServiceError'
  override name = 'PinningServiceError'
}
