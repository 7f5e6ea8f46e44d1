import { SourceError } from '../http/source-error.ts'
import { openRouter, routerRefusal } from './open-router.ts'

/** The timeout for a whole response (Kubo `routingopt.go`: 15 s). */
const TIMEOUT_MS = 15_000

/** The maximum size of a response (Kubo `routing/delegated.go`, `LimitBytes`). */
const MAX_BYTES = 1024 * 1024

const NDJSON = 'application/x-ndjson'

export interface RouterRecordsOptions {
  /** The name of the list in a JSON response. */
  list: 'Providers' | 'Peers'
  signal: AbortSignal
  userAgent?: string
}

/**
 * Yields the records of a delegated router as they arrive (specs.ipfs.tech/routing/http-routing-v1), from JSON or
 * NDJSON. Skips malformed lines. Yields nothing if the router knows none.
 *
 * @throws SourceError `failed` or `later`
 * @throws the signal's reason
 */
export async function* routerRecords (
  url: string,
  { list, signal, userAgent }: RouterRecordsOptions
): AsyncGenerator<unknown> {
  const { status, headers, chunks, close } = await openRouter(url, {
    accept: `${NDJSON}, application/json;q=0.9`,
    signal,
    userAgent,
    followRedirects: true,
    timeoutMs: TIMEOUT_MS
  })

  if (status === 404) {
    close()
    return // it has no records
  }

  if (status !== 200) {
    close()
    throw routerRefusal(status)
  }

  const isLines = (headers.get('content-type') ?? '').startsWith(NDJSON)

  for await (const text of isLines ? readLines(chunks) : wholeDocument(chunks)) {
    yield* isLines ? recordOfLine(text) : recordsOfDocument(text, list)
  }
}

/** Yields the lines of a text as they arrive. A line that exceeds the limit ends the response. */
async function* readLines (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = ''

  for await (const text of decodeLimited(chunks)) {
    const parts = (rest + text).split('\n')
    rest = parts.pop() as string
    yield* parts
  }

  yield rest
}

async function* wholeDocument (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let document = ''

  for await (const text of decodeLimited(chunks)) {
    document += text
  }

  yield document
}

/** Decodes text within the limits of time and size. Ends silently at a limit. */
async function* decodeLimited (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  const endMs = performance.now() + TIMEOUT_MS
  let bytes = 0

  for await (const chunk of chunks) {
    bytes += chunk.byteLength
    yield decoder.decode(chunk, { stream: true })

    if (bytes > MAX_BYTES || performance.now() > endMs) {
      return
    }
  }
}

function recordOfLine (text: string): unknown[] {
  try {
    return text.trim() === '' ? [] : [JSON.parse(text)]
  } catch {
    return []
  }
}

function recordsOfDocument (text: string, list: RouterRecordsOptions['list']): unknown[] {
  try {
    const value = (text.trim() === '' ? {} : JSON.parse(text) ?? {}) as Record<string, unknown>
    const records = value[list]
    return Array.isArray(records) ? records : []
  } catch {
    throw new SourceError('failed', 'answered with something that is no JSON')
  }
}
