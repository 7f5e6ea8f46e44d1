import { BLOCKED_STATUS, ContentBlockedError } from '../../denylist/content-blocked-error.ts'
import { isError } from '../../errors/define-error.ts'

/** Statuses of errors that mean a bad request or missing content, wherever they are thrown. */
const STATUS_OF: Record<string, number> = {
  InvalidCidError: 400,
  InvalidPathError: 400,
  BlockNotFoundError: 404,
  LookupError: 404,
  NoLinkError: 404,
  // specs.ipfs.tech/http-gateways/dnslink-gateway; Kubo: 500
  NameRecursionError: 400,
  NotFoundError: 404,
  RetrievalTimeoutError: 504,
  TimeoutError: 504
}

const BLOCKED = 'blocked and cannot be provided'

/**
 * Returns the status of an error (boxo `gateway/errors.go`, `webError`): its own `status` or that of a cause, else the
 * one for its name, else 500. The outermost error has precedence.
 */
export function errorStatus (error: unknown): number {
  let other = 500

  for (let err = error; err instanceof Error; err = err.cause) {
    if ('status' in err && typeof err.status === 'number') {
      return err.status
    }

    if (err.message.includes(BLOCKED)) {
      // The cause may have the status that a denylist gives.
      other = BLOCKED_STATUS
    } else if (STATUS_OF[err.name] != null) {
      return STATUS_OF[err.name]
    }
  }

  return other
}

/** Returns which denylist blocks the content, if that is the reason of an error or of its cause. */
export function blockingList (error: unknown): string | undefined {
  for (let err = error; err instanceof Error; err = err.cause) {
    if (isError(err, ContentBlockedError)) {
      return (err.cause as Error | undefined)?.message
    }
  }

  return undefined
}
