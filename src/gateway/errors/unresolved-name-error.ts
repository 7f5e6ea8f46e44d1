import { ResolveError } from './resolve-error.ts'

/** Thrown if the name in a content path cannot be resolved. */
export class UnresolvedNameError extends ResolveError {
  /** the name of a key or of a domain */
  readonly root: string

  /** @param path - the content path of the request */
  constructor (path: string, root: string, cause: Error) {
    super(path, cause)
    this.root = root
  }
}
