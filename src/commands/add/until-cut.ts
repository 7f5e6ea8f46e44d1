import type { BlobContent } from '../../bytes/blobs/blob-content.ts'
import { isError } from '../../errors/define-error.ts'
import { MultipartError } from '../../http/multipart/part-headers.ts'
import type { UploadEntry } from '../../http/upload/upload-entry.ts'
import type { Upload } from '../../rpc/command/argument.ts'

/**
 * Yields the files of an upload, in which a truncated file ends without an error. Go's chunkers treat the bytes that
 * were read as the whole file: Kubo answers its CID, and fails at the next file. The whole add fails then.
 */
export async function* untilCut (files: Upload): AsyncGenerator<UploadEntry> {
  for await (const entry of files) {
    // Content that was handed over as a Blob cannot be truncated.
    yield entry.content.takeBlob == null ? { ...entry, content: endContentQuietly(entry.content) } : entry
  }
}

function endContentQuietly (content: BlobContent): BlobContent {
  return {
    [Symbol.asyncIterator]: () => endingQuietly(content),
    takeRest: content.takeRest == null ? undefined : async (...args) => {
      const rest = await content.takeRest?.(...args)
      return rest == null ? undefined : { ...rest, until: (bytes) => endingQuietly(rest.until(bytes)) }
    }
  }
}

async function* endingQuietly (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content
  } catch (err) {
    if (!isError(err, MultipartError)) {
      throw err
    }
  }
}
