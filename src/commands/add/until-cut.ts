import type { BlobContent } from '../../bytes/blob-content.ts'
import type { Upload } from '../../rpc/argument.ts'
import type { UploadEntry } from '../../http/upload-entry.ts'

/**
 * The files of an upload where one that is cut ends without an error of its own: Go's chunkers take what was read for the
 * whole file, so Kubo answers its CID, and the error comes when the next file is asked for. Whatever was answered, the add fails then.
 */
export async function * untilCut (files: Upload): AsyncGenerator<UploadEntry> {
  for await (const entry of files) {
    // what was handed over is no body that could be cut
    yield entry.content.takeBlob == null ? { ...entry, content: quiet(entry.content) } : entry
  }
}

function quiet (content: BlobContent): BlobContent {
  return {
    [Symbol.asyncIterator]: () => endingQuietly(content),
    takeRest: content.takeRest == null ? undefined : async (...args) => {
      const rest = await content.takeRest?.(...args)
      return rest == null ? undefined : { ...rest, until: (bytes) => endingQuietly(rest.until(bytes)) }
    }
  }
}

async function * endingQuietly (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield * content
  } catch (err) {
    if ((err as Error).name !== 'MultipartError') {
      throw err
    }
  }
}
