const MIN_FIELDS = 2
const MIN_LINES = 2
const MAX_LINES = 10

/** Makes the pattern of a field, quoted or not, with its separator. */
const fieldsOf = (separator: string): RegExp => new RegExp(`(?:"(?:[^"]|"")*"|[^${separator}]*)(?:${separator}|$)`, 'y')

const KINDS: ReadonlyArray<readonly [fields: RegExp, type: string]> = [[fieldsOf(','), 'text/csv'], [
  fieldsOf('\\t'),
  'text/tab-separated-values'
]]

/** Recognizes tables: every inspected line has the same number of fields, and more than one. */
export function csvType (text: string, isComplete: boolean): string | undefined {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))

  // The last line may be cut.
  if (!isComplete) {
    lines.pop()
  }

  const rows = lines.filter((line) => line !== '' && !line.startsWith('#')).slice(0, MAX_LINES)

  return rows.length < MIN_LINES ? undefined : KINDS.find(([fields]) => isTable(rows, fields))?.[1]
}

function isTable (rows: string[], fields: RegExp): boolean {
  const count = countFields(rows[0], fields)
  return count >= MIN_FIELDS && rows.every((row) => countFields(row, fields) === count)
}

/** Counts the fields of a line. Returns -1 if it is not part of a table. */
function countFields (row: string, fields: RegExp): number {
  let count = 0

  for (fields.lastIndex = 0;; count++) {
    const match = fields.exec(row)

    if (match == null) {
      return -1
    }

    if (fields.lastIndex === row.length && !/[,\t]$/.test(match[0])) {
      return count + 1
    }
  }
}
