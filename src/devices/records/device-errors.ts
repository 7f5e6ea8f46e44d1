import { defineError } from '../../errors/define-error.ts'

/** Thrown for a record or message that its claimed sender did not make, or that is not valid any more. */
export class UntrustedRecordError extends defineError('UntrustedRecordError') {}

/** Thrown if a pairing code was not found, has expired, or was used. */
export class PairingError extends defineError('PairingError') {
  /**
   * @param reason - one of
   *   - `not-found`: no device shows the code
   *   - `expired`: its ten minutes are over, or it was used
   *   - `invalid`: the message of the other device was changed, or made for another pairing
   *   - `declined`: the person of the other device refused
   *   - `unreachable`: no router stores the messages
   */
  constructor (readonly reason: PairingProblem, message: string) {
    super(message)
  }
}

export type PairingProblem = 'not-found' | 'expired' | 'invalid' | 'declined' | 'unreachable'
