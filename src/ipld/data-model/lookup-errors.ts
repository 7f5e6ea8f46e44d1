import type { CID } from 'multiformats/cid'
import { defineError } from '../../errors/define-error.ts'
import { goQuote } from '../../go/text/quote.ts'

/** Nothing has this name in the node. The words are boxo's (`path/resolver`). */
export class NoLinkError extends defineError('NoLinkError') {
  readonly link: string
  readonly cid: CID

  /**
   * @param link - the name that was looked for
   * @param cid - of the block that does not have it
   */
  constructor (link: string, cid: CID) {
    super(`no link named ${goQuote(link)} under ${cid.toString()}`)
    this.link = link
    this.cid = cid
  }
}

/** A segment leads nowhere in a value of the data model. The words are go-ipld-prime's (`datamodel/errors.go`). */
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
      `func called on wrong kind: "LookupBySegment" called on a ${typeName} node (kind: ${kind}), but only makes sense on map or list`
    )
  }

  /** What go-unixfsnode says of a file of several blocks: its error has no members set. */
  static bigFile (): LookupError {
    return new LookupError(
      'func called on wrong kind: "" called on a INVALID node, but only makes sense on <empty KindSet>'
    )
  }
}

/**
 * A link on the way of a path could not be followed. Has the name of its cause, so that a missing block is seen as one.
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
