import { codecByName } from '../../cid/codes/codec-names.ts'
import { goQuote } from '../../go/text/quote.ts'

/**
 * Parses a multicodec name or number, as in Kubo's options.
 *
 * @throws an Error with go-multicodec's message if it is unknown
 */
export function parseMulticodec (text: string): number {
  const code = codecByName(text)

  if (code == null) {
    throw new Error(`unknown multicodec: ${goQuote(text)}`)
  }

  return code
}
