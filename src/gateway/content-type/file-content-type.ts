import { RecentMap } from '../../bytes/recent-map.ts'
import type { ByteRange } from '../../http/ranges.ts'
import type { Backend, BackendOptions } from '../backend.ts'
import type { FileNode } from '../../unixfs/format/unixfs-node.ts'
import { typeByName } from './extensions.ts'
import { sniff, SNIFF_BYTES } from './sniff.ts'

/** A video is asked for in many ranges, and its beginning never changes. */
const MAX_REMEMBERED = 1024
const remembered = new RecentMap<string, string>({ max: MAX_REMEMBERED })

export interface FileTypeOptions extends BackendOptions {
  backend: Backend
  /** the part that is answered; undefined for the whole */
  range: ByteRange | undefined
}

/**
 * The media type of a file: by its name, else by its first bytes, which are read only then.
 *
 * A range is answered although blocks outside of it are missing, and a range from the middle fetches nothing to tell the type:
 * then what is here of the start decides, `application/octet-stream` where nothing is. (boxo sends such a range without a type,
 * and a browser would guess.)
 *
 * @throws BlockNotFoundError when the whole is answered and its start cannot be had
 */
export async function fileContentType (file: FileNode, name: string, { backend, signal, range }: FileTypeOptions): Promise<string> {
  const byName = typeByName(name)

  if (byName != null) {
    // of HTML the browser finds the encoding out better (Kubo issue 2203)
    return byName.startsWith('text/html;') ? 'text/html' : byName
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

/** The first bytes of a file, as many as can be had, and how many were wanted. */
async function start (file: FileNode, backend: Backend, { signal, range }: Pick<FileTypeOptions, 'signal' | 'range'>): Promise<{ bytes: Uint8Array, wanted: number }> {
  const wanted = Math.min(SNIFF_BYTES, file.size)
  const bytes = new Uint8Array(wanted)
  let at = 0

  try {
    for await (const chunk of backend.read(file, { signal, offset: 0, length: wanted, localOnly: range != null && range.start > 0 })) {
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
