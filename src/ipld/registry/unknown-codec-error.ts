/**
 * There is no decoder for the codec of a block. The words are go-ipld-prime's (`multicodec/registry.go`,
 * `linking/errors.go`).
 */
export class UnknownCodecError extends Error {
  static override name = 'UnknownCodecError'
  override name = 'UnknownCodecError'
  readonly code: number

  /** @param code - of the codec in the multicodec table */
  constructor (code: number) {
    super(`could not choose a decoder: no decoder registered for multicodec code ${code} (0x${code.toString(16)})`)
    this.code = code
  }
}
