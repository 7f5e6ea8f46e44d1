import type { Backend, BackendOptions } from '../backend.ts'
import type { FileNode } from '../../unixfs/format/unixfs-node.ts'
import { typeByName } from './extensions.ts'
import { sniff, SNIFF_BYTES } from './sniff.ts'

/** A video is asked for in many ranges, and its beginning never changes. */
const MAX_REMEMBERED = 1024
const remembered = new Map<string, string>()

/** The media type of a file: by its name, else by its first bytes, which are read only then. */
export async function fileContentType (file: FileNode, name: string, { backend, signal }: BackendOptions & { backend: Backend }): Promise<string> {
  const byName = typeByName(name)

  if (byName != null) {
    // of HTML the browser finds the encoding out better (Kubo issue 2203)
    return byName.startsWith('text/html;') ? 'text/html' : byName
  }

  if (file.links.length === 0) {
    return sniff(file.data, true)
  }

  const key = file.cid.toString()
  const type = remembered.get(key) ?? sniff(await start(file, backend, signal), file.size <= SNIFF_BYTES)
  remember(key, type)
  return type
}

function remember (key: string, type: string): void {
  // the oldest goes: a Map keeps the order of insertion
  remembered.delete(key)
  remembered.set(key, type)

  if (remembered.size > MAX_REMEMBERED) {
    remembered.delete(remembered.keys().next().value as string)
  }
}

async function start (file: FileNode, backend: Backend, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(SNIFF_BYTES, file.size))
  let at = 0

  for await (const chunk of backend.read(file, { signal, offset: 0, length: bytes.length })) {
    bytes.set(chunk, at)
    at += chunk.length
  }

  return bytes
}
