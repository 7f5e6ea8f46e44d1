import type { PortError } from './port-message.ts'

/** More causes than anybody chains; a circle of them has no end. */
const MAX_CAUSES = 8

/** An error as it can be posted: its name, words, status and causes. */
export function toPortError (error: unknown, depth = 0): PortError {
  const { name = 'Error', message = String(error), status, cause } =
    (error instanceof Error || error instanceof DOMException ? error : {}) as Partial<Error> & { status?: unknown }

  return {
    name,
    message,
    ...(typeof status === 'number' ? { status } : {}),
    ...(cause instanceof Error && depth < MAX_CAUSES ? { cause: toPortError(cause, depth + 1) } : {})
  }
}

/** The error that was posted, as errors are checked here: by its name. */
export function fromPortError ({ name, message, status, cause }: PortError): Error {
  const error = new Error(message, cause == null ? undefined : { cause: fromPortError(cause) })
  return Object.assign(error, { name }, status == null ? {} : { status })
}
