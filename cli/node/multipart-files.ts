import { randomUUID } from 'node:crypto'
import { open, opendir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { RpcBody } from './rpc-target.ts'

/** Bytes that are read at once. */
const CHUNK_BYTES = 256 * 1024

/** A file or folder to send. */
export interface SentEntry {
  /** on the disk */
  file: string
  /** within the upload, with slashes */
  name: string
  /** undefined for a folder */
  sizeBytes?: number
}

/**
 * Lists files and folders with everything in them, in the order of their names.
 *
 * @param hidden - whether names that begin with a dot are included; those that were named always are
 * @throws an Error that names a missing file, or one that is neither file nor folder
 */
export async function listEntries (file: string, name: string, hidden: boolean): Promise<SentEntry[]> {
  const facts = await stat(file)

  if (facts.isFile()) {
    return [{ file, name, sizeBytes: facts.size }]
  }

  if (!facts.isDirectory()) {
    throw new Error(`${file} is neither a file nor a folder`)
  }

  const names: string[] = []

  for await (const entry of await opendir(file)) {
    if (hidden || !entry.name.startsWith('.')) {
      names.push(entry.name)
    }
  }

  const below: SentEntry[] = []

  for (const one of names.sort()) {
    below.push(...await listEntries(path.join(file, one), `${name}/${one}`, hidden))
  }

  return [{ file, name }, ...below]
}

/**
 * Returns files as a multipart body, as Kubo's clients send them. Only one chunk of it is in memory.
 *
 * @param sent - called with the number of bytes of files that were read
 */
export function multipartFiles (entries: readonly SentEntry[], sent: (bytes: number) => void): RpcBody {
  return multipart((boundary) => parts(boundary, entries, sent))
}

/** Returns texts as a multipart body, each as a file. */
export function multipartTexts (texts: readonly string[]): RpcBody {
  return multipart(async function* (boundary) {
    for (const [i, text] of texts.entries()) {
      yield head(boundary, `text${i}`, 'application/octet-stream')
      yield Buffer.from(`${text}\r\n`)
    }

    yield Buffer.from(`--${boundary}--\r\n`)
  })
}

function multipart (bytes: (boundary: string) => AsyncIterable<Uint8Array>): RpcBody {
  // Random, so that no file contains it.
  const boundary = `swipfs-${randomUUID()}`
  return { contentType: `multipart/form-data; boundary=${boundary}`, bytes: bytes(boundary) }
}

async function* parts (
  boundary: string,
  entries: readonly SentEntry[],
  sent: (bytes: number) => void
): AsyncGenerator<Uint8Array> {
  for (const { file, name, sizeBytes } of entries) {
    yield head(boundary, name, sizeBytes == null ? 'application/x-directory' : 'application/octet-stream')

    if (sizeBytes != null) {
      yield* fileBytes(file, sent)
    }

    yield Buffer.from('\r\n')
  }

  yield Buffer.from(`--${boundary}--\r\n`)
}

async function* fileBytes (file: string, sent: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  const handle = await open(file)

  try {
    while (true) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafeSlow(CHUNK_BYTES), 0, CHUNK_BYTES)

      if (bytesRead === 0) {
        return
      }

      yield buffer.subarray(0, bytesRead)
      sent(bytesRead)
    }
  } finally {
    await handle.close()
  }
}

function head (boundary: string, name: string, type: string): Uint8Array {
  return Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${
      encodeURIComponent(name)
    }"\r\nContent-Type: ${type}\r\n\r\n`
  )
}
