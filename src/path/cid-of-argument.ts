import type { CID } from 'multiformats/cid'
import { parseCid } from '../cid/text/parse-cid.ts'
import { goQuote } from '../go/text/quote.ts'
import { InvalidPathError, parsePathOrCid } from './content-path.ts'

/**
 * Parses an argument that names a single CID (Kubo 0.43 `cmdutils.CidFromArg`): a CID, or a path or URI of one.
 *
 * @throws InvalidCidError for any other text, as Kubo 0.40; an Error for a path below a root, and for a name
 */
export function cidOfArgument (text: string): CID {
  try {
    return parseCid(text)
  } catch (err) {
    const path = pathOrUndefined(text)

    if (path == null) {
      throw err
    }

    if (path.cid == null) {
      throw new InvalidPathError(path.text, 'path was expected to be immutable')
    }

    if (path.segments.length > 0) {
      throw new Error(`${goQuote(text)} points below a root CID, expected a single CID`)
    }

    return path.cid
  }
}

function pathOrUndefined (text: string): ReturnType<typeof parsePathOrCid> | undefined {
  try {
    return parsePathOrCid(text)
  } catch {
    return undefined
  }
}
