import { chunksOf } from '../lib/chunks-of.ts'
import { indentJson } from '../lib/indent-json.ts'

/** A page is no place for more of it. */
const MAX_TEXT_BYTES = 128 * 1024

/** The type of a file, as the gateway tells it. @param href - where the worker shows it */
export async function readType (href: string, { signal }: { signal: AbortSignal }): Promise<string> {
  const { ok, status, headers } = await fetch(href, { method: 'HEAD', signal })
  if (!ok) throw new Error(`HTTP ${status}`)
  return headers.get('Content-Type') ?? ''
}

/** The beginning of a file as text. @param isJson - to be put in lines. @returns no text where it is none */
export async function readText (href: string, { isJson, signal }: { isJson: boolean, signal: AbortSignal }): Promise<{ text?: string, isCut: boolean }> {
  const response = await fetch(href, { headers: { Range: `bytes=0-${MAX_TEXT_BYTES - 1}` }, signal })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)

  const wholeBytes = Number(/\/(\d+)$/.exec(response.headers.get('Content-Range') ?? '')?.[1] ?? 0)
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]

  for await (const chunk of chunksOf(response.body)) {
    text += decoder.decode(chunk, { stream: true })
    bytes += chunk.length
    if (bytes >= MAX_TEXT_BYTES) break
  }

  if (text.includes('\0')) {
    return { isCut: false }
  }

  const isCut = wholeBytes > bytes
  const { text: shown, isCut: isCutToo } = isJson ? indentJson(text, MAX_TEXT_BYTES) : { text, isCut: false }
  return { text: shown, isCut: isCut || isCutToo }
}
