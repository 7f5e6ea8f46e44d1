/**
 * A body's chunks as they come; leaving the loop early cancels the body. (Streams themselves can be iterated over in Chromium
 * and Firefox, and not in WebKit 2.50.)
 */
export async function * chunksOf (body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()

  try {
    for (let next = await reader?.read(); next != null && !next.done; next = await reader?.read()) {
      yield next.value
    }
  } finally {
    reader?.cancel().catch(() => {}) // ended or broken already
  }
}
