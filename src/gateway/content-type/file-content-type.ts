import { BlockNotFoundError } from '../../blocks/exchange/block-not-found-error.ts'
import type { Uint64 } from '../../bytes/protobuf/uint64.ts'
import { RecentMap } from '../../bytes/recent-map.ts'
import { isError } from '../../errors/define-error.ts'
import type { ByteRange } from '../../http/headers/ranges.ts'
import type { FileNode } from '../../unixfs/format/unixfs-node.ts'
import type { Backend, BackendOptions } from '../request/backend.ts'
import { withStatedCharset } from './charset.ts'
import { typeByName } from './extensions.ts'
import { sniff, SNIFF_BYTES } from './sniff.ts'

/** Remembered types of files. Players request a video in many ranges, and its first bytes never change. */
const MAX_REMEMBERED = 1024
const remembered = new RecentMap<string, string>({ max: MAX_REMEMBERED })

export interface FileTypeOptions extends BackendOptions {
  backend: Backend
  /** the requested range; undefined for the whole file */
  range: ByteRange<Uint64> | undefined
  /** whether no content is sent: then nothing is fetched to find the type */
  isHead?: boolean
}

/**
 * Finds the media type of a file: by its name, else by its first bytes. Text that states its encoding keeps it
 * (`withStatedCharset`).
 *
 * Missing blocks outside of a range do not fail it, and a range from the middle fetches nothing to find the type. The
 * type then follows from the local part of the start, or is `application/octet-stream`. (boxo sends no type, and a
 * browser would guess.)
 *
 * @throws BlockNotFoundError if the whole file is requested and its start is unavailable
 */
export async function fileContentType (
  file: FileNode,
  name: string,
  { backend, signal, range, isHead = false }: FileTypeOptions
): Promise<string> {
  const byName = typeByName(name)

  if (byName != null) {
    return await namedType(file, byName, { backend, signal, range, isHead })
  }

  if (file.links.length === 0) {
    return sniff(file.data, true)
  }

  const key = file.cid.toString()
  const known = remembered.get(key)

  if (known != null) {
    return known
  }

  const { bytes, wanted } = await readFileStart(file, backend, { signal, range })

  if (bytes.length < wanted) {
    return bytes.length === 0 ? 'application/octet-stream' : sniff(bytes, false)
  }

  const type = sniff(bytes, wanted === file.size)
  remembered.set(key, type)
  return type
}

async function namedType (
  file: FileNode,
  type: string,
  { backend, signal, range, isHead = false }: FileTypeOptions
): Promise<string> {
  // Browsers detect the encoding of HTML better (Kubo issue 2203).
  if (type.startsWith('text/html;')) {
    return 'text/html'
  }

  if (!type.startsWith('text/') || file.links.length === 0) {
    return withStatedCharset(type, file.data)
  }

  const key = `${file.cid} ${type}`
  const known = remembered.get(key)

  if (known != null) {
    return known
  }

  try {
    const { bytes, wanted } = await readFileStart(file, backend, { signal, range, isLocal: isHead })
    const found = withStatedCharset(type, bytes)

    if (bytes.length === wanted) {
      remembered.set(key, found)
    }

    return found
  } catch (err) {
    if (!isError(err, BlockNotFoundError)) {
      throw err
    }

    return type // the reader of the content gets the error
  }
}

/** Returns the available first bytes of a file, and how many were wanted. */
async function readFileStart (
  file: FileNode,
  backend: Backend,
  { signal, range, isLocal = false }: Pick<FileTypeOptions, 'signal' | 'range'> & { isLocal?: boolean }
): Promise<{ bytes: Uint8Array; wanted: number }> {
  const wanted = Math.min(SNIFF_BYTES, file.size)
  const bytes = new Uint8Array(wanted)
  let at = 0

  try {
    for await (
      const chunk of backend.read(file, {
        signal,
        offset: 0,
        length: wanted,
        localOnly: isLocal || (range != null && range.start > 0)
      })
    ) {
      bytes.set(chunk, at)
      at += chunk.length
    }
  } catch (err) {
    if (range == null || !isError(err, BlockNotFoundError)) {
      throw err
    }
  }

  return { bytes: bytes.subarray(0, at), wanted }
}
