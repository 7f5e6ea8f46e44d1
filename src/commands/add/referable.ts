import type { References } from '../../blocks/references/references.ts'
import type { UploadEntry } from '../../http/upload-entry.ts'
import type { Upload } from '../../rpc/argument.ts'

/** The entries as they come. @throws before a file is read that must not be referred to, as `References.nameOf` does */
export async function * referable (entries: Upload, references: References): AsyncGenerator<UploadEntry> {
  for await (const entry of entries) {
    if (entry.abspath != null) {
      await references.nameOf(entry.abspath)
    }

    yield entry
  }
}
