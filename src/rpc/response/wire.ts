import type { RequestLife } from '../../http/body/request-life.ts'
import type { Encoding } from '../encodings/encodings.ts'

/** The parts of a request that determine how its answer is encoded and sent. */
export interface Wire {
  encoding: Encoding
  /** encodes a value of the answer */
  write: (value: unknown) => string
  /** encodes a value that contains `JsonRows`, in pieces */
  pieces: (value: unknown) => Iterable<string>
  life: RequestLife
  headers: Headers
  /** called with the error that ends the command, even after the first byte */
  onError?: (err: unknown) => void
  /**
   * Whether the caller reads errors in the body. Then an error that the values have reported is also the last line, and
   * the body breaks.
   */
  wantsErrors?: boolean
  onTrailer?: (name: string, value: string) => void
  earlyHeadMs?: number
}
