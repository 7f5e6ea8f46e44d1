import { codecByName } from '../../cid/codes/codec-names.ts'
import { goQuote } from '../../go/text/quote.ts'

/**
 * A code of the multicodec table from its name or number, as Kubo's options take it.
 *
 * @throws an Error with go-multicodec's words for an unknown one
 */
export function parseMulticodec (text: string): number {
  const code = codecByName(text)

  if (code == null) {
    throw new Error(`unknown multicodec: ${goQuote(text)}`)
  }

  return code
}
