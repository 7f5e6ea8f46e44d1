import { chunksOf } from '../../../client/index.ts'

/** Bytes of a text that are shown at once; the user may request as many again. */
export const TEXT_STEP_BYTES = 1024 * 1024

/** Limit of bytes that a page shows. */
export const MAX_TEXT_BYTES = 16 * TEXT_STEP_BYTES

export interface ReadText {
  /** missing if the file is no text */
  text?: string
  /** whether the text was truncated */
  isCut: boolean
}

/**
 * Returns the media type of a file from the gateway.
 *
 * @param href - the worker's URL of the file
 */
export async function readType (href: string, { signal }: { signal: AbortSignal }): Promise<string> {
  const { ok, status, headers } = await fetch(href, { method: 'HEAD', signal })
  if (!ok) {
    throw new Error(`HTTP ${status}`)
  }
  return headers.get('Content-Type') ?? ''
}

/**
 * Returns the beginning of a file as text.
 *
 * @param limitBytes - limit of read bytes
 */
export async function readText (
  href: string,
  { limitBytes, signal }: { limitBytes: number; signal: AbortSignal }
): Promise<ReadText> {
  const response = await fetch(href, { headers: { Range: `bytes=0-${limitBytes - 1}` }, signal })
  if (!response.ok) {
    throw new Error(`HTTP ${response.status}`)
  }

  const wholeBytes = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1] ?? 0)
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]

  for await (const chunk of chunksOf(response.body)) {
    text += decoder.decode(chunk, { stream: true })
    bytes += chunk.length
    if (bytes >= limitBytes) {
      break
    }
  }

  if (text.includes('\0')) {
    return { isCut: false }
  }

  return { text, isCut: wholeBytes > bytes }
}
