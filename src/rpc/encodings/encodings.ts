import { goJsonPieces } from '../../go/json/write-json-pieces.ts'
import { goJson } from '../../go/json/write-json.ts'
import type { Command } from '../command/command.ts'
import type { Context } from '../command/context.ts'
import { errorBody } from '../command/errors.ts'
import { applyShape } from '../command/output.ts'
import { goText } from './go-text.ts'
import { escapeXml, goXml } from './go-xml.ts'

/** The encoding of the values of an answer (`encoding` option; go-ipfs-cmds `encoding.go`). */
export interface Encoding {
  mime: string
  /** The type of a byte stream under this encoding, unless the command names another. */
  bytesMime: string
  value: (value: unknown, command: Command, input: Record<string, unknown>, context: Context) => string
  error: (err: unknown) => string
  /**
   * Writes a value that contains `JsonRows` piece by piece. Encodings without this method use `value`, which writes the
   * whole value at once.
   */
  pieces?: (value: unknown, command: Command) => Iterable<string>
}

const json: Encoding = {
  mime: 'application/json',
  // Prevents a browser from rendering a byte stream of the API (`responseemitter.go`).
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

/** Go prints a value and a line end, and ignores the text form of the command. */
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

/** Returns the encoding with a name; undefined if there is none. */
export function encodingByName (name: string): Encoding | undefined {
  return Object.hasOwn(encodings, name) ? encodings[name] : undefined
}
