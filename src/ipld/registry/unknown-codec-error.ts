import { defineError } from '../../errors/define-error.ts'

/**
 * There is no decoder for the codec of a block. The words are go-ipld-prime's (`multicodec/registry.go`,
 * `linking/errors.go`).
 */
export class UnknownCodecError extends defineError('UnknownCodecError') {
  readonly code: number

  /** @param code - of the codec in the multicodec table */
  constructor (code: number) {
    super(`could not choose a decoder: no decoder registered for multicodec code ${code} (0x${code.toString(16)})`)
    this.code = code
  }
}
