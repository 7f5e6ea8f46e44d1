/** The type of an error, identified by its name: a class of `defineError`, or one of the constants below. */
export interface ErrorType<E extends Error = Error> {
  readonly errorName: string
  /** never read: carries the type of the error */
  readonly prototype?: E
}

/** An error class with a fixed name for its instances. */
export interface ErrorClass<Name extends string> {
  readonly errorName: Name
  readonly prototype: Error
  new(message?: string, options?: ErrorOptions): Error & { readonly name: Name }
}

/**
 * Makes the base class of an error. The name is written once, and survives minification. Subclasses of the resulting
 * class share the name.
 *
 * @example
 *   export class BlockNotFoundError extends defineError('BlockNotFoundError') {}
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineError<Name extends string> (name: Name): ErrorClass<Name> {
  return class extends Error {
    static readonly errorName = name
    override readonly name = name
  }
}

/**
 * Whether an error is of a type. Compares names, because an error that crosses a port or a bundle loses its class. An
 * error without its class may lack the other fields, too.
 *
 * @example if (!isError(err, BlockNotFoundError)) throw err
 */
export function isError<E extends Error> (err: unknown, type: ErrorType<E>): err is E {
  return (err as Partial<Error> | null | undefined)?.name === type.errorName
}

/* @__NO_SIDE_EFFECTS__ */
function errorNamed<Name extends string, E extends Error = Error> (
  errorName: Name
): ErrorType<E & { readonly name: Name }> {
  return { errorName }
}

// Errors of the browser (webidl.spec.whatwg.org, "DOMException names") and of the language.

/** The operation was aborted. */
export const ABORT = errorNamed('AbortError')
/** Several errors, in `errors`. */
export const AGGREGATE = errorNamed<'AggregateError', AggregateError>('AggregateError')
/** A transaction violated a constraint, for example by a key that exists already. */
export const CONSTRAINT = errorNamed('ConstraintError')
/** The object is in the wrong state, for example a closed database. */
export const INVALID_STATE = errorNamed('InvalidStateError')
/** Permission was denied. */
export const NOT_ALLOWED = errorNamed('NotAllowedError')
/** The entry does not exist. Also the error of `interface-store`. */
export const NOT_FOUND = errorNamed('NotFoundError')
/** A file cannot be read, or has changed. */
export const NOT_READABLE = errorNamed('NotReadableError')
/** The disk, or the quota of the origin, is full. */
export const QUOTA_EXCEEDED = errorNamed('QuotaExceededError')
/** The operation is not allowed in this context. */
export const SECURITY = errorNamed('SecurityError')
/** The time limit is over. */
export const TIMEOUT = errorNamed('TimeoutError')
/** An internal error of the browser. */
export const UNKNOWN = errorNamed('UnknownError')
/** The database has a newer version. */
export const VERSION = errorNamed('VersionError')
