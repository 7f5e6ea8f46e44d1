import { parseGoUint } from '../../go/numbers/numbers.ts'
import { BLOCK_CODECS, OTHER_CODES } from './multicodec-table.ts'

/** Names and codes of block codecs (tag `ipld` of the multicodec table), in the order of their codes (`cid/codecs`). */
export const blockCodecs: Readonly<Record<string, number>> = parseTable(BLOCK_CODECS)

const byName = new Map(Object.entries({ ...blockCodecs, ...parseTable(OTHER_CODES) }))
const byCode = new Map([...byName].map(([name, code]) => [code, name]))

/** The private use range of the multicodec table. */
const RESERVED_START = 0x300000
const RESERVED_END = 0x3fffff

/**
 * Returns the code of a codec by its name or by a number (`0x55`, `85`), as go-multicodec's `Set` accepts them: only
 * codes of the table or of its private use range.
 */
export function codecByName (name: string): number | undefined {
  const number = parseGoUint(name, 64)

  if (number != null) {
    const code = Number(number)
    return byCode.has(code) || (code >= RESERVED_START && code <= RESERVED_END) ? code : undefined
  }

  return byName.get(name)
}

/** Returns the name of a codec; undefined if it is not in the table. */
export function codecName (code: number): string | undefined {
  return byCode.get(code)
}

/** Parses a table of names and codes, such as `raw 0x55, dag-pb 0x70`. */
function parseTable (table: string): Record<string, number> {
  return Object.fromEntries(
    table.split(',').map((entry) => {
      const [name, code] = entry.trim().split(' ')
      return [name, Number(code)]
    })
  )
}
