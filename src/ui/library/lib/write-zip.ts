import { makeZip } from 'client-zip'
import { addZip64Count } from './zip64-count.ts'

/** A file of the archive, or with a name that ends with `/` and no content, an empty folder. */
export interface ZipFile {
  name: string
  /** default: now */
  modified?: Date
  content?: () => Promise<ReadableStream<Uint8Array>>
}

interface ZipEntry {
  name: string
  lastModified: Date
  input?: ReadableStream<Uint8Array>
}

/** The first and the last date of a ZIP archive. */
const FIRST_DATE = new Date(1980, 0, 1)
const LAST_DATE = new Date(2107, 11, 31)

/**
 * Writes a ZIP archive, one chunk after the other: of the files, only the records of the central directory stay in
 * memory. Files are stored without compression; names are UTF-8. Archives over 4 GiB or with more than 65,535 entries
 * have the records of ZIP64.
 *
 * @param write - resolves when the chunk was written
 * @throws errors of contents, of `write`, and the signal's reason
 */
export async function writeZip (
  files: readonly ZipFile[],
  { write, signal }: { write: (chunk: Uint8Array) => Promise<void>; signal: AbortSignal }
): Promise<void> {
  await makeZip(zipEntries(files))
    .pipeThrough(addZip64Count(files.length))
    .pipeTo(new WritableStream({ write }), { signal })
}

/** Opens the content of a file after the files before it were written. */
async function* zipEntries (files: readonly ZipFile[]): AsyncGenerator<ZipEntry> {
  const now = new Date()

  for (const { name, modified = now, content } of files) {
    const lastModified = zipDate(modified)
    yield content == null ? { name, lastModified } : { name, lastModified, input: await content() }
  }
}

function zipDate (date: Date): Date {
  return new Date(Math.min(Math.max(Number(date), Number(FIRST_DATE)), Number(LAST_DATE)))
}
