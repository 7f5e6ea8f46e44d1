import { decodeGoBase64 } from '../../../ipld/json/base64.ts'
import { APP_DATA_LIMITS, changeAppData } from '../../../repo/app-data.ts'
import type { AppRow } from '../../../repo/app-data.ts'
import { argument } from '../../../rpc/command/argument.ts'
import type { Upload } from '../../../rpc/command/argument.ts'
import { command } from '../../../rpc/command/command.ts'
import { emptyResult } from '../../../rpc/command/result.ts'

/** Characters of a line: a value in base64, and a key of which each character is escaped. */
const MAX_LINE = APP_DATA_LIMITS.valueBytes * 4 / 3 + APP_DATA_LIMITS.keyChars * 6 + 1024

export const changeAppRows = command({
  help: {
    tagline: 'Write and remove rows in one step.',
    description: 'Reads lines of JSON: {"Key":"/notes/1","Value":"aGk="} writes a row, whose value is in base64, and ' +
      '{"Key":"/notes/1"} removes it. Either all changes are made or none. They are durable when the command ends.'
  },
  errors: [
    { ask: '', body: '{"Key":"notes"}', says: 'a key begins with / and has at most 1024 characters' },
    { ask: '', body: 'notes', says: 'line 1 is no row' }
  ],
  args: {
    rows: argument.file('rows', 'The rows, as lines of JSON.', { example: '{"Key":"/notes/1","Value":"aGk="}' })
  },
  answers: 'nothing',

  async run ({ rows }, { node }) {
    await changeAppData(node.datastore, rowsOf(rows))
    return emptyResult()
  }
})

async function* rowsOf (files: Upload): AsyncGenerator<AppRow> {
  let number = 0

  for await (const line of linesOf(files)) {
    number++

    if (line.trim() !== '') {
      yield rowOf(line, number)
    }
  }
}

function rowOf (line: string, number: number): AppRow {
  try {
    const { Key: key, Value: value } = JSON.parse(line) as { Key: unknown; Value?: unknown }

    if (typeof key === 'string' && (value == null || typeof value === 'string')) {
      return { key, value: value == null ? undefined : decodeGoBase64(value) }
    }
  } catch {}

  throw new Error(`line ${number} is no row`)
}

async function* linesOf (files: Upload): AsyncGenerator<string> {
  for await (const { content } of files) {
    const decoder = new TextDecoder()
    let rest = ''

    for await (const bytes of content) {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines

      if (rest.length > MAX_LINE) {
        throw new Error(`a line has at most ${MAX_LINE} characters`)
      }
    }

    yield rest + decoder.decode()
  }
}
