import { createHash } from 'node:crypto'
import type { GoldenTarEntry } from '../replay/golden-types.ts'

const BLOCK_BYTES = 512
const TYPES: Record<string, string> = { 0: 'file', '\0': 'file', '': 'file', 5: 'dir', 2: 'symlink' }

/** Reads the entries of a tar archive (ustar with PAX and GNU long names), for comparison. */
export function readTar (bytes: Uint8Array, withMode: boolean): GoldenTarEntry[] {
  const entries: GoldenTarEntry[] = []
  let longer: { name?: string; linkname?: string } = {}

  for (let at = 0; at + BLOCK_BYTES <= bytes.length && bytes[at] !== 0;) {
    const header = bytes.subarray(at, at + BLOCK_BYTES)
    const size = parseInt(field(header, 124, 12), 8) || 0
    const type = String.fromCharCode(header[156])
    const content = bytes.subarray(at + BLOCK_BYTES, at + BLOCK_BYTES + size)
    at += BLOCK_BYTES + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES

    if (type === 'x') {
      longer = pax(content)
      continue
    }

    const prefix = field(header, 345, 155)
    const name = longer.name ?? (prefix === '' ? '' : `${prefix}/`) + field(header, 0, 100)
    entries.push(
      entry(
        name.replace(/\/$/, ''),
        TYPES[type] ?? type,
        size,
        content,
        longer.linkname ?? field(header, 157, 100),
        withMode ? field(header, 100, 8) : undefined
      )
    )
    longer = {}
  }

  return entries
}

function entry (
  name: string,
  type: string,
  size: number,
  content: Uint8Array,
  linkname: string,
  mode: string | undefined
): GoldenTarEntry {
  return {
    name,
    type,
    size,
    ...(type === 'file' ? { sha256: createHash('sha256').update(content).digest('hex') } : {}),
    ...(type === 'symlink' ? { linkname } : {}),
    ...(mode == null ? {} : { mode: (parseInt(mode, 8) & 0o7777).toString(8) })
  }
}

function pax (content: Uint8Array): { name?: string; linkname?: string } {
  const text = new TextDecoder().decode(content)
  return { name: /\d+ path=(.*)\n/.exec(text)?.[1], linkname: /\d+ linkpath=(.*)\n/.exec(text)?.[1] }
}

function field (header: Uint8Array, start: number, length: number): string {
  const bytes = header.subarray(start, start + length)
  const end = bytes.indexOf(0)
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end)).trim()
}
