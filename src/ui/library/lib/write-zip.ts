import { Zip, ZipPassThrough } from 'fflate'

/** A file of the archive, or with a name that ends with `/` and no content, an empty folder. */
export interface ZipFile {
  name: string
  modified?: Date
  content?: () => Promise<ReadableStream<Uint8Array>>
}

/** The earliest date of a ZIP archive. */
const FIRST_DATE = new Date(1980, 0, 1)

/**
 * Writes a ZIP archive, one chunk after the other, so that memory use does not grow with its size. Files are stored
 * without compression; names are UTF-8.
 *
 * @param write - resolves when the chunk was written
 * @throws errors of contents, of `write`, and the signal's reason
 */
export async function writeZip (
  files: readonly ZipFile[],
  { write, signal }: { write: (chunk: Uint8Array) => Promise<void>; signal: AbortSignal }
): Promise<void> {
  let ready: Uint8Array[] = []
  let failed: Error | null = null
  const zip = new Zip((err, chunk) => {
    failed ??= err
    ready.push(chunk)
  })
  const flush = async (): Promise<void> => {
    const chunks = ready
    ready = []
    for (const chunk of chunks) {
      await write(chunk)
    }
    if (failed != null) {
      throw failed
    }
    signal.throwIfAborted()
  }

  for (const { name, modified, content } of files) {
    const entry = new ZipPassThrough(name)
    entry.mtime = modified == null || modified < FIRST_DATE ? FIRST_DATE : modified
    zip.add(entry)
    for await (const chunk of content == null ? [] : await content()) {
      entry.push(chunk)
      await flush()
    }
    entry.push(new Uint8Array(0), true)
    await flush()
  }
  zip.end()
  await flush()
}
