import type { BlobContent } from '../../../bytes/blobs/blob-content.ts'

/**
 * Returns the bytes of an entry as an async iterable, including in browsers whose streams are not iterable (Safari).
 */
export function contentChunks (content: BlobContent | ReadableStream<Uint8Array> | undefined): BlobContent {
  if (content == null) {
    return yieldNothing()
  }

  return Symbol.asyncIterator in content ? content : readStream(content)
}

async function* yieldNothing (): AsyncGenerator<Uint8Array> {}

async function* readStream (stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()

  try {
    for (;;) {
      const { done, value } = await reader.read()

      if (done) {
        return
      }

      yield value
    }
  } finally {
    await reader.cancel()
  }
}
