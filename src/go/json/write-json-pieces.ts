import { JsonRows } from './json-rows.ts'
import { goJson } from './write-json.ts'

/** Approximate number of characters per piece: each piece costs a turn of the event loop. */
const PIECE_CHARS = 32 * 1024

/** Yields the output of `goJson` in pieces, for a value with `JsonRows` within its plain lists and objects. */
export function* goJsonPieces (value: unknown): Generator<string> {
  let parts: string[] = []
  let chars = 0

  for (const part of writeValue(value)) {
    parts.push(part)
    chars += part.length

    if (chars >= PIECE_CHARS) {
      yield parts.join('')
      parts = []
      chars = 0
    }
  }

  yield parts.join('')
}

function* writeValue (value: unknown): Generator<string> {
  if (value instanceof JsonRows) {
    const [open, close] = value.kind === 'list' ? '[]' : '{}'
    let before = open

    for (const row of value.rows) {
      yield before
      yield row
      before = ','
    }

    yield before === open ? open + close : close
  } else if (Array.isArray(value)) {
    yield* encloseContent('[]', writeItems(value, writeValue))
  } else if (value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype) {
    yield* encloseContent(
      '{}',
      writeItems(Object.entries(value).filter(([, member]) => member !== undefined), writeMember)
    )
  } else {
    yield goJson(value)
  }
}

function* writeMember ([key, member]: [string, unknown]): Generator<string> {
  yield `${goJson(key)}:`
  yield* writeValue(member)
}

function* writeItems<T> (items: Iterable<T>, write: (item: T) => Iterable<string>): Generator<string> {
  let isFirst = true

  for (const item of items) {
    if (!isFirst) {
      yield ','
    }

    isFirst = false
    yield* write(item)
  }
}

function* encloseContent ([open, close]: string, content: Iterable<string>): Generator<string> {
  yield open
  yield* content
  yield close
}
