import { CID } from 'multiformats/cid'
import { escapeHtml } from '../../http/escape-html.ts'

/** Deeper than people read; a block could nest thousands deep. */
const MAX_DEPTH = 64
const MAX_CHARS = 256 * 1024

/** A value of the data model as indented text with links, in HTML. Long ones are cut. */
export function dagTree (value: unknown): string {
  const out = { html: '' }
  write(value, '', 0, out)
  return out.html.length > MAX_CHARS ? `${out.html}\n…` : out.html
}

function write (value: unknown, indent: string, depth: number, out: { html: string }): void {
  if (out.html.length > MAX_CHARS) {
    return
  }

  const cid = CID.asCID(value)

  if (cid != null) {
    out.html += `<a href="/ipfs/${escapeHtml(cid.toString())}" translate="no">${escapeHtml(cid.toString())}</a>`
  } else if (value instanceof Uint8Array) {
    out.html += `<i>${value.length} bytes</i>`
  } else if (value === null || typeof value !== 'object') {
    out.html += escapeHtml(typeof value === 'bigint' ? value.toString() : JSON.stringify(value) ?? 'null')
  } else if (depth >= MAX_DEPTH) {
    out.html += '…'
  } else {
    writeMembers(Array.isArray(value), Object.entries(value), indent, depth, out)
  }
}

function writeMembers (list: boolean, members: Array<[string, unknown]>, indent: string, depth: number, out: { html: string }): void {
  const [open, close] = list ? '[]' : '{}'
  out.html += open

  for (const [i, [key, member]] of members.entries()) {
    out.html += `${i === 0 ? '' : ','}\n${indent}  ${list ? '' : `${escapeHtml(JSON.stringify(key))}: `}`
    write(member, `${indent}  `, depth + 1, out)
  }

  out.html += members.length === 0 ? close : `\n${indent}${close}`
}
