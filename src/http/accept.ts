import { parseMediaType } from './media-type.ts'
import type { MediaType } from './media-type.ts'

/** A media type that cannot be understood. The words are Go's (`mime/mediatype.go`). */
export class InvalidMediaTypeError extends Error {
  static override name = 'InvalidMediaTypeError'
  override name = 'InvalidMediaTypeError'

  constructor () {
    super('mime: invalid media parameter')
  }
}

const TOKEN = "[!#$%&'*+.^_`|~\\w-]+"
const WELL_FORMED = new RegExp(`^${TOKEN}/${TOKEN}(\\s*;\\s*${TOKEN}\\s*=\\s*(${TOKEN}|"([^"\\\\]|\\\\.)*"))*\\s*;?\\s*$`)

/**
 * The first item of an `Accept` header that one of the prefixes begins, in the order of the header; weights are not looked
 * at, as in boxo (`gateway/handler.go`, `customResponseFormat`).
 *
 * @throws InvalidMediaTypeError when that item is malformed
 */
export function firstAccepted (header: string, prefixes: readonly string[]): MediaType | undefined {
  const item = header.split(',').map((item) => item.trim()).find((item) => prefixes.some((prefix) => item.startsWith(prefix)))

  if (item == null) {
    return undefined
  }

  if (!WELL_FORMED.test(item)) {
    throw new InvalidMediaTypeError()
  }

  return parseMediaType(item)
}
