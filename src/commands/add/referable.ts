import type { References } from '../../blocks/references/references.ts'
import type { UploadEntry } from '../../http/upload/upload-entry.ts'
import type { Upload } from '../../rpc/command/argument.ts'

/**
 * Yields the entries unchanged.
 *
 * @throws before it reads a file that cannot be referenced, as `References.nameOf` does
 */
export async function* referable (entries: Upload, references: References): AsyncGenerator<UploadEntry> {
  for await (const entry of entries) {
    if (entry.abspath != null) {
      await references.nameOf(entry.abspath)
    }

    yield entry
  }
}
