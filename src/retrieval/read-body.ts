import { concatBytes } from '../bytes/concat-bytes.ts'
import type { OpenedUrl } from './open-url.ts'
import { SourceError } from './source-error.ts'

export interface ReadBodyOptions {
  /** a longer answer is refused as soon as that is seen */
  maxBytes: number
  /** what it should be, for the words of the refusal */
  what: 'block' | 'record'
  /** told of the bytes as they come */
  onBytes?: (bytes: number) => void
}

/**
 * The whole body of an answer, and no more of one that is too long than shows that.
 *
 * @throws SourceError `wrong` for one that is too long, `failed`; the signal's reason
 */
export async function readBody ({ headers, chunks, close }: OpenedUrl, { maxBytes, what, onBytes }: ReadBodyOptions): Promise<Uint8Array> {
  const tooLong = (): SourceError => new SourceError('wrong', `sent more than ${maxBytes} bytes for one ${what}`)

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
