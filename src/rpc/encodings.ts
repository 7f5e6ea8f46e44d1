import { goJson } from '../http/go-json.ts'
import type { Command } from './command.ts'
import { errorBody } from './errors.ts'
import type { OutputShape } from './output.ts'
import { applyShape } from './output.ts'

/** How the values of an answer are written (`encoding` option; go-ipfs-cmds `encoding.go`). */
export interface Encoding {
  mime: string
  /** the type of a byte stream under this encoding, where a command names no other */
  bytesMime: string
  value: (value: unknown, command: Command, input: Record<string, unknown>) => string
  error: (err: unknown) => string
}

const json: Encoding = {
  mime: 'application/json',
  // so that a browser renders nothing of a byte stream that comes from the API (`responseemitter.go`)
  bytesMime: 'text/plain',
  value: (value, command) => `${goJson(applyShape(value, command.output))}\n`,
  error: (err) => `${goJson(errorBody(err))}\n`
}

const text: Encoding = {
  mime: 'text/plain',
  bytesMime: 'text/plain',
  value: (value, command, input) => command.text?.(value, input) ?? goText(value, command.output),
  error: (err) => errorBody(err).Message
}

const xml: Encoding = {
  mime: 'application/xml',
  bytesMime: 'application/xml',
  value: (value, command) => goXml(value, command.output),
  error: (err) => {
    const { Message, Code } = errorBody(err)
    return `<Error><Message>${escapeXml(Message)}</Message><Code>${Code}</Code></Error>`
  }
}

const encodings: Record<string, Encoding> = { json, text, xml }

/** The encoding of that name; undefined where there is none. */
export function encodingByName (name: string): Encoding | undefined {
  return Object.hasOwn(encodings, name) ? encodings[name] : undefined
}

/** What Go prints with `%s` of a pointer to a struct: Kubo's text of a value without an encoder of its own. */
function goText (value: unknown, output: OutputShape | undefined): string {
  if (output == null || typeof value !== 'object' || value === null) {
    return String(value)
  }

  const members = value as Record<string, unknown>
  const fields = output.fields.map(({ name, type }) => {
    const member = members[name] ?? (type === 'string' ? '' : 0)
    return type === 'string' ? String(member) : `%!s(${type}=${String(member)})`
  })

  return `&{${fields.join(' ')}}`
}

/** What Go's encoding/xml writes of a struct of plain fields. */
function goXml (value: unknown, output: OutputShape | undefined): string {
  if (output == null || typeof value !== 'object' || value === null) {
    throw new Error('xml: unsupported type')
  }

  const members = value as Record<string, unknown>
  const fields = output.fields.flatMap(({ name }) => {
    const member = members[name]
    const list = Array.isArray(member) ? member : member == null ? [] : [member]
    return list.map((item) => `<${name}>${escapeXml(String(item))}</${name}>`)
  })

  return `<${output.name}>${fields.join('')}</${output.name}>`
}

const XML: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }

function escapeXml (value: string): string {
  return value.replace(/[&<>"']/g, (char) => XML[char])
}
