import { Gzip } from 'fflate'
import type { GzipOptions } from 'fflate'

/**
 * Compresses a stream with gzip.
 *
 * @param level - 1 (fast) to 9 (small). If omitted, uses the platform's `CompressionStream`. That is several times as
 *   fast as JavaScript, but has no setting for the level.
 */
export function gzip (source: AsyncIterable<Uint8Array>, level?: number): AsyncGenerator<Uint8Array> {
  return level == null ? nativeGzip(source) : scriptedGzip(source, level as GzipOptions['level'])
}

async function* nativeGzip (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new CompressionStream('gzip')
  const writer = writable.getWriter()
  const reader = readable.getReader()
  let failure: { error: unknown } | undefined

  const pump = (async () => {
    try {
      for await (const chunk of source) {
        await writer.ready
        await writer.write(chunk as Uint8Array<ArrayBuffer>)
      }

      await writer.close()
    } catch (error) {
      failure = { error }
      await writer.abort(error).catch(() => {})
    }
  })()

  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      yield next.value
    }
  } catch (err) {
    await pump
    throw failure?.error ?? err
  } finally {
    // after an early return of the reader the next write fails, which ends the pump
    await reader.cancel().catch(() => {})
  }
}

async function* scriptedGzip (
  source: AsyncIterable<Uint8Array>,
  level: GzipOptions['level']
): AsyncGenerator<Uint8Array> {
  const out: Uint8Array[] = []
  // no time in the header, so that the output is deterministic
  const compressor = new Gzip({ level, mtime: 0 }, (chunk) => {
    if (chunk.length > 0) {
      out.push(chunk)
    }
  })

  for await (const chunk of source) {
    compressor.push(chunk)
    yield* out.splice(0)
  }

  compressor.push(new Uint8Array(0), true)
  yield* out.splice(0)
}
