import type { CID } from 'multiformats/cid'
import { defineError } from '../../errors/define-error.ts'
import { goQuote } from '../../go/text/quote.ts'

/** A node that has no link of the requested name. The messages are boxo's (`path/resolver`). */
export class NoLinkError extends defineError('NoLinkError') {
  readonly link: string
  readonly cid: CID

  /**
   * @param link - the requested name
   * @param cid - the CID of the block without this link
   */
  constructor (link: string, cid: CID) {
    super(`no link named ${goQuote(link)} under ${cid.toString()}`)
    this.link = link
    this.cid = cid
  }
}

/**
 * A path segment that does not resolve in a value of the data model. The messages are go-ipld-prime's
 * (`datamodel/errors.go`).
 */
export class LookupError extends defineError('LookupError') {
  static missing (segment: string): LookupError {
    return new LookupError(`key not found: ${goQuote(segment)}`)
  }

  static badIndex (segment: string, typeName: string | undefined, reason: string): LookupError {
    const where = typeName == null ? '' : ` of type ${typeName}`
    return new LookupError(
      `invalid segment for lookup on a list${where}: ${goQuote(segment)}: strconv.ParseInt: parsing ${
        goQuote(segment)
      }: ${reason}`
    )
  }

  static wrongKind (typeName: string, kind: string): LookupError {
    return new LookupError(
      `func called on wrong kind: "LookupBySegment" called on a ${typeName} node (kind: ${kind}), but only ` +
        'makes sense on map or list'
    )
  }

  /** Returns go-unixfsnode's error for a file of several blocks, whose members are unset. */
  static bigFile (): LookupError {
    return new LookupError(
      'func called on wrong kind: "" called on a INVALID node, but only makes sense on <empty KindSet>'
    )
  }
}

/**
 * A link on a path that could not be followed. Takes the name of its cause, so that callers recognize a missing block.
 */
export class TraversalError extends Error {
  /** @param path - the segments that lead to the link */
  constructor (path: string[], cid: CID, cause: Error) {
    super(
      `error traversing node at ${goQuote(path.join('/'))}: could not load link ${
        goQuote(cid.toString())
      }: ${cause.message}`,
      { cause }
    )
    this.name = cause.name
  }
}
