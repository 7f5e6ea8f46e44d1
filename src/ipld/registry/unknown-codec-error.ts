import { defineError } from '../../errors/define-error.ts'

/**
 * A block whose codec has no decoder. The messages are go-ipld-prime's (`multicodec/registry.go`, `linking/errors.go`).
 */
export class UnknownCodecError extends defineError('UnknownCodecError') {
  readonly code: number

  /** @param code - the codec's code in the multicodec table */
  constructor (code: number) {
    super(`could not choose a decoder: no decoder registered for multicodec code ${code} (0x${code.toString(16)})`)
    this.code = code
  }
}
