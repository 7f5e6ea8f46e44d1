import { t } from '../t.ts'







/** Of one of many rows no more is shown. */
const MAX_CHARS = 2000

/** A row as it is shown: JSON that stands alone is indented, one of many is cut where it is very long. */
export function readableRow (row: string, { isAlone }: { isAlone: boolean }): string {
  if (!isAlone) {
    return row.length > MAX_CHARS ? `${row.slice(0, MAX_CHARS)}${t('… (longer, and cut here)')}` : row
  }

  try {
    return JSON.stringify(JSON.parse(row), null, 2)
  } catch {
    return row
  }
}
