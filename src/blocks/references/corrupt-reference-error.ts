import { defineError } from '../../errors/define-error.ts'

/** The status of a reference (boxo `filestore/util.go`, `Status`). */
export const REFERENCE_STATUS = {
  ok: 0,
  fileError: 10,
  fileNotFound: 11,
  fileChanged: 12,
  otherError: 20,
  keyNotFound: 30
} as const

export type ReferenceStatus = typeof REFERENCE_STATUS[keyof typeof REFERENCE_STATUS]

/** Thrown if a referenced file or URL does not contain the block any more. */
export class CorruptReferenceError extends defineError('CorruptReferenceError') {
  readonly status: ReferenceStatus

  constructor (status: ReferenceStatus, message: string) {
    super(message)
    this.status = status
  }
}
