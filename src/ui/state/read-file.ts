import { chunksOf } from '../../client/index.ts'

/** As much of a text is shown at once; a person may ask for as much again. */
export const TEXT_STEP_BYTES = 1024 * 1024

/** A page is no place for more of it. */
export const MAX_TEXT_BYTES = 16 * TEXT_STEP_BYTES

export interface ReadText {
  /** none where it is no text */
  text?: string
  /** whether there is more of it */
  isCut: boolean
}

/** The type of a file, as the gateway tells it. @param href - where the worker shows it */
export async function readType (href: string, { signal }: { signal: AbortSignal }): Promise<string> {
  const { ok, status, headers } = await fetch(href, { method: 'HEAD', signal })
  if (!ok) throw new Error(`HTTP ${status}`)
  return headers.get('Content-Type') ?? ''
}

/** The beginning of a file as text. @param limitBytes - of the file */
export async function readText (href: string, { limitBytes, signal }: { limitBytes: number, signal: AbortSignal }): Promise<ReadText> {
  const response = await fetch(href, { headers: { Range: `bytes=0-${limitBytes - 1}` }, signal })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)

  const wholeBytes = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1] ?? 0)
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]

  for await (const chunk of chunksOf(response.body)) {
    text += decoder.decode(chunk, { stream: true })
    bytes += chunk.length
    if (bytes >= limitBytes) break
  }

  if (text.includes('\0')) {
    return { isCut: false }
  }

  return { text, isCut: wholeBytes > bytes }
}
