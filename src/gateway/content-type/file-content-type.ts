import { RecentMap } from '../../bytes/recent-map.ts'
import type { ByteRange } from '../../http/ranges.ts'
import type { Backend, BackendOptions } from '../backend.ts'
import type { FileNode } from '../../unixfs/format/unixfs-node.ts'
import { typeByName } from './extensions.ts'
import { sniff, SNIFF_BYTES } from './sniff.ts'
import { withStatedCharset } from './stated-charset.ts'

/** A video is asked for in many ranges, and its beginning never changes. */
const MAX_REMEMBERED = 1024
const remembered = new RecentMap<string, string>({ max: MAX_REMEMBERED })

export interface FileTypeOptions extends BackendOptions {
  backend: Backend
  /** the part that is answered; undefined for the whole */
  range: ByteRange | undefined
  /** the content itself is not answered: nothing is fetched to find its type */
  isHead?: boolean
}

/**
 * Finds the media type of a file: by its name, else by its first bytes. Text that states its encoding keeps it (`withStatedCharset`).
 *
 * A range is answered although blocks outside of it are missing, and a range from the middle fetches nothing to tell the type:
 * then what is here of the start decides, `application/octet-stream` where nothing is. (boxo sends such a range without a type,
 * and a browser would guess.)
 *
 * @throws BlockNotFoundError when the whole is answered and its start cannot be had
 */
export async function fileContentType (file: FileNode, name: string, { backend, signal, range, isHead = false }: FileTypeOptions): Promise<string> {
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

  const { bytes, wanted } = await start(file, backend, { signal, range })

  if (bytes.length < wanted) {
    return bytes.length === 0 ? 'application/octet-stream' : sniff(bytes, false)
  }

  const type = sniff(bytes, wanted === file.size)
  remembered.set(key, type)
  return type
}

async function namedType (file: FileNode, type: string, { backend, signal, range, isHead = false }: FileTypeOptions): Promise<string> {
  // browsers find the encoding of HTML out better (Kubo issue 2203)
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
    const { bytes, wanted } = await start(file, backend, { signal, range, isLocal: isHead })
    const found = withStatedCharset(type, bytes)

    if (bytes.length === wanted) {
      remembered.set(key, found)
    }

    return found
  } catch (err) {
    if ((err as Error).name !== 'BlockNotFoundError') {
      throw err
    }

    return type // whoever reads it is told
  }
}

/** Returns the first bytes of a file, as many as can be had, and how many were wanted. */
async function start (file: FileNode, backend: Backend, { signal, range, isLocal = false }: Pick<FileTypeOptions, 'signal' | 'range'> & { isLocal?: boolean }): Promise<{ bytes: Uint8Array, wanted: number }> {
  const wanted = Math.min(SNIFF_BYTES, file.size)
  const bytes = new Uint8Array(wanted)
  let at = 0

  try {
    for await (const chunk of backend.read(file, { signal, offset: 0, length: wanted, localOnly: isLocal || (range != null && range.start > 0) })) {
      bytes.set(chunk, at)
      at += chunk.length
    }
  } catch (err) {
    if (range == null || (err as Error).name !== 'BlockNotFoundError') {
      throw err
    }
  }

  return { bytes: bytes.subarray(0, at), wanted }
}
