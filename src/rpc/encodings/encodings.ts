import { goJsonPieces } from '../../go/json/write-json-pieces.ts'
import { goJson } from '../../go/json/write-json.ts'
import type { Command } from '../command/command.ts'
import type { Context } from '../command/context.ts'
import { errorBody } from '../command/errors.ts'
import { applyShape } from '../command/output.ts'
import { goText } from './go-text.ts'
import { escapeXml, goXml } from './go-xml.ts'

/** How the values of an answer are written (`encoding` option; go-ipfs-cmds `encoding.go`). */
export interface Encoding {
  mime: string
  /** the type of a byte stream under this encoding, where a command names no other */
  bytesMime: string
  value: (value: unknown, command: Command, input: Record<string, unknown>, context: Context) => string
  error: (err: unknown) => string
  /** a value with `JsonRows` in it piece by piece, where this encoding can; else it is made as a whole for `value` */
  pieces?: (value: unknown, command: Command) => Iterable<string>
}

const json: Encoding = {
  mime: 'application/json',
  // so that a browser renders nothing of a byte stream that comes from the API (`responseemitter.go`)
  bytesMime: 'text/plain',
  value: (value, command) => `${goJson(applyShape(value, command.output))}\n`,
  error: (err) => `${goJson(errorBody(err))}\n`,

  *pieces (value, command) {
    yield* goJsonPieces(applyShape(value, command.output))
    yield '\n'
  }
}

const text: Encoding = {
  mime: 'text/plain',
  bytesMime: 'text/plain',
  value: (value, command, input, context) => command.text?.(value, input, context) ?? goText(value, command.output),
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

/** Go prints a value and a line end, whatever text the command has of its own. */
const textnl: Encoding = {
  mime: 'text/plain',
  bytesMime: 'text/plain',
  value: (value, command) => `${goText(value, command.output)}\n`,
  error: (err) => `${errorBody(err).Message}\n`
}

const octetStream: Encoding = {
  ...text,
  mime: 'application/octet-stream',
  bytesMime: 'application/octet-stream',
  value: (value, command) => goText(value, command.output)
}

const encodings: Record<string, Encoding> = { json, text, textnl, xml, 'octet-stream': octetStream }

/** The encoding of that name; undefined where there is none. */
export function encodingByName (name: string): Encoding | undefined {
  return Object.hasOwn(encodings, name) ? encodings[name] : undefined
}
