import { ResolveError } from './resolve-error.ts'

/** The name in a content path leads nowhere. */
export class UnresolvedNameError extends ResolveError {
  /** the name: of a key, or of a domain */
  readonly root: string

  /** @param path - the content path of the request */
  constructor (path: string, root: string, cause: Error) {
    super(path, cause)
    this.root = root
  }
}
