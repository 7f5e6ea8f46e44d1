import { concatBytes } from '../../bytes/concat-bytes.ts'
import type { OpenedUrl } from './open-url.ts'
import { SourceError } from './source-error.ts'

export interface ReadBodyOptions {
  /** A longer body is rejected as soon as possible. */
  maxBytes: number
  /** The expected content, for the error message. */
  kind: 'block' | 'record'
  /** Called with the size of each received chunk. */
  onBytes?: (bytes: number) => void
}

/**
 * Reads a whole body. Stops at the first chunk that exceeds the limit.
 *
 * @throws SourceError `wrong` if it is too long, `failed`
 * @throws the signal's reason
 */
export async function readBody (
  { headers, chunks, close }: OpenedUrl,
  { maxBytes, kind, onBytes }: ReadBodyOptions
): Promise<Uint8Array> {
  const tooLong = (): SourceError => new SourceError('wrong', `sent more than ${maxBytes} bytes for one ${kind}`)

  if (Number(headers.get('content-length') ?? 0) > maxBytes) {
    close()
    throw tooLong()
  }

  const parts: Uint8Array[] = []
  let length = 0

  for await (const chunk of chunks) {
    length += chunk.byteLength
    onBytes?.(chunk.byteLength)

    if (length > maxBytes) {
      throw tooLong()
    }

    parts.push(chunk)
  }

  return parts.length === 1 ? parts[0] : concatBytes(parts)
}
