import type { RequestLife } from '../http/request-life.ts'
import type { Encoding } from './encodings/encodings.ts'

/** What the wire needs to know of the request that it answers. */
export interface Wire {
  encoding: Encoding
  /** a value of the answer in that encoding */
  write: (value: unknown) => string
  /** the same of a value with `JsonRows` in it, piece by piece */
  pieces: (value: unknown) => Iterable<string>
  life: RequestLife
  headers: Headers
  /** hears what the command ends by, also behind the first byte */
  onError?: (err: unknown) => void
  /** the caller reads errors in the body: also one that the values tell of is its last line, and the body breaks */
  wantsErrors?: boolean
  onTrailer?: (name: string, value: string) => void
  earlyHeadMs?: number
}
