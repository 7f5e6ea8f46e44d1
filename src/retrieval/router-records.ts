import { openRouter } from './open-router.ts'
import { routerRefusal } from './router-refusal.ts'
import { SourceError } from './source-error.ts'

/** A router has so long for all of its answer (Kubo `routingopt.go`: 15 s). */
const TIMEOUT_MS = 15_000

/** Of an answer no more is read (Kubo `routing/delegated.go`, `LimitBytes`). */
const MAX_BYTES = 1024 * 1024

const NDJSON = 'application/x-ndjson'

export interface RouterRecordsOptions {
  /** name of the list in an answer that is one document */
  list: 'Providers' | 'Peers'
  signal: AbortSignal
  userAgent?: string
}

/**
 * The records of a delegated router's answer as they come (specs.ipfs.tech/routing/http-routing-v1), as one document or a line each;
 * lines that cannot be read are passed over. None where the router knows of none.
 *
 * @throws SourceError `failed` or `later`; the signal's reason
 */
export async function * routerRecords (url: string, { list, signal, userAgent }: RouterRecordsOptions): AsyncGenerator<unknown> {
  const { status, headers, chunks, close } = await openRouter(url, { accept: `${NDJSON}, application/json;q=0.9`, signal, userAgent, followRedirects: true, timeoutMs: TIMEOUT_MS })

  if (status === 404) {
    close()
    return // knows of none
  }

  if (status !== 200) {
    close()
    throw routerRefusal(status)
  }

  const isLines = (headers.get('content-type') ?? '').startsWith(NDJSON)

  for await (const text of isLines ? lines(chunks) : wholes(chunks)) {
    yield * isLines ? recordOfLine(text) : recordsOfDocument(text, list)
  }
}

/** The lines of a text as they come; one that does not end within the limit ends all. */
async function * lines (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = ''

  for await (const text of decoded(chunks)) {
    const parts = (rest + text).split('\n')
    rest = parts.pop() as string
    yield * parts
  }

  yield rest
}

async function * wholes (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let whole = ''

  for await (const text of decoded(chunks)) {
    whole += text
  }

  yield whole
}

/** Within the limits of time and size; what is beyond is not waited for. */
async function * decoded (chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
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
