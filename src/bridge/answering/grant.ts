import { checkScope } from '../protocol/bridge-scope.ts'
import type { CheckedScope } from '../protocol/bridge-scope.ts'

/** The permissions of an origin, with what it has done. */
export interface Grant {
  origin: string
  scope: CheckedScope
  /** ID of the key that the origin may publish under. A key that is made later with the same name is another key. */
  keyId?: string
  /** time of the person's answer; distinguishes a grant from an earlier one of the same origin */
  grantedMs: number
  /** time of the last call */
  usedMs?: number
  /** number of calls */
  uses: number
  /** bytes that were added and pinned */
  bytes: number
}

/** Prefix of the rows of grants in the datastore of the node (`appData`), followed by the origin. */
export const GRANT_ROWS = '/swipfs/grants'

/** Returns the key of the row of an origin. */
export function grantKey (origin: string): string {
  return `${GRANT_ROWS}/${encodeURIComponent(origin)}`
}

/** Returns the key and the value of a row. */
export function grantRow (grant: Grant): [key: string, value: Uint8Array] {
  const { origin, ...row } = grant
  return [grantKey(origin), new TextEncoder().encode(JSON.stringify(row))]
}

/** Parses a row; undefined if it is none. A damaged row grants nothing. */
export function parseGrant (key: string, value: Uint8Array | undefined): Grant | undefined {
  try {
    const origin = decodeURIComponent(key.slice(GRANT_ROWS.length + 1))
    const row = JSON.parse(new TextDecoder().decode(value)) as Omit<Grant, 'origin'>
    const counts = [row.grantedMs, row.uses, row.bytes]
    return counts.every((count) => Number.isSafeInteger(count)) && new URL(origin).origin === origin
      ? { ...row, origin, scope: checkScope(row.scope) }
      : undefined
  } catch {
    return undefined
  }
}
