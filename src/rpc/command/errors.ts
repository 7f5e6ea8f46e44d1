import { defineError, isError } from '../../errors/define-error.ts'
import { errorMessage } from '../../go/text/error-message.ts'

/** Error codes of go-ipfs-cmds (`error.go`): only `client` changes the HTTP status (400 instead of 500). */
export const ERROR_CODES = { normal: 0, client: 1, implementation: 2, rateLimited: 3, forbidden: 4 } as const

export type ErrorCode = typeof ERROR_CODES[keyof typeof ERROR_CODES]

/** An error of a command with its own code. All other errors of commands have code 0. */
export class CommandError extends defineError('CommandError') {
  readonly code: ErrorCode

  constructor (message: string, code: ErrorCode = ERROR_CODES.normal, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * An error of a command that has already reported the failure in its values. Kubo sends it only as a trailer. Without
 * trailers the body ends normally: if it broke, a browser would show a network error instead of the values.
 */
export class ReportedError extends defineError('ReportedError') {}

/**
 * An error before the command runs, sent as plain text: unknown command, bad argument or option (go-ipfs-cmds
 * `http/parse.go`).
 */
export class RequestError extends defineError('RequestError') {
  readonly status: number

  constructor (message: string, status = 400) {
    super(message)
    this.status = status
  }
}

/** The body of an error response, in Kubo's field order. */
export interface ErrorBody {
  Message: string
  Code: number
  Type: 'error'
}

/** Converts any thrown value to the error object of the wire. */
export function errorBody (err: unknown): ErrorBody {
  return { Message: errorMessage(err), Code: errorCode(err), Type: 'error' }
}

function errorCode (err: unknown): number {
  const error = err as { name?: string; code?: unknown } | null | undefined
  return isError(error, CommandError) && typeof error.code === 'number' ? error.code : ERROR_CODES.normal
}
