import type { CID } from 'multiformats/cid'
import { parseCid } from './parse-cid.ts'

const decoder = new TextDecoder()

/** A string of JSON, or a character that gives it structure; numbers and words in between are of no interest. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g

/**
 * The links of a dag-json block in the order of its text. Reads tokens only: decoding into objects would put keys that
 * look like numbers first.
 *
 * @throws an Error when the bytes are no JSON or a link holds no CID
 */
export function jsonLinks (bytes: Uint8Array): CID[] {
  const text = decoder.decode(bytes)
  JSON.parse(text)

  const links: CID[] = []
  const tokens = text.match(TOKENS) ?? []

  for (let i = 0; i + 4 < tokens.length; i++) {
    // {"/": "CID"}; the name can also be written with an escape
    if (tokens[i] === '{' && tokens[i + 4] === '}' && tokens[i + 2] === ':' && tokens[i + 3].startsWith('"') && JSON.parse(tokens[i + 1]) === '/') {
      links.push(parseCid(JSON.parse(tokens[i + 3]) as string))
    }
  }

  return links
}
