import { defineError } from '../errors/define-error.ts'
import type { PortError } from './port-message.ts'

/** Thrown if the other end of a port is gone: closed, stopped with its worker, or silent for too long. */
export class PortClosedError extends defineError('PortClosedError') {
  constructor () {
    super('the other end of the port is gone')
  }
}

/** Maximum causes that are sent: a cycle of causes has no end. */
const MAX_CAUSES = 8

/** Converts an error into a value that can be posted: its name, message, status and causes. */
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

/** Restores a posted error. Its name is kept, since code here checks errors by name. */
export function fromPortError ({ name, message, status, cause }: PortError): Error {
  const error = new Error(message, cause == null ? undefined : { cause: fromPortError(cause) })
  return Object.assign(error, { name }, status == null ? {} : { status })
}
