import { Store } from '../../lib/reactive/store.ts'
import { keepLocal, readLocal } from '../../lib/text/local-text.ts'

/** A content that the user shared from this browser. */
export interface ShareRecord {
  cid: string
  name: string
  kind?: 'file' | 'folder'
  /** whether it is a folder that was made of several items, and is kept while it is shared */
  isGathered?: boolean
  /** milliseconds since 1970 */
  atMs: number
}

const KEY = 'swipfs-shared'
/** Limit of remembered shares; the oldest are forgotten. */
const MAX_SHARES = 500

/** Shares, the latest first. */
export const shares = new Store<readonly ShareRecord[]>(readShares())

/** Remembers a share. */
export function noteShare (
  { cid, name, kind, isGathered }: Omit<ShareRecord, 'atMs'>,
  nowMs: number = Date.now()
): void {
  const before = shares.value.find((one) => one.cid === cid)
  const share = { cid, name, kind, isGathered: isGathered ?? before?.isGathered, atMs: nowMs }
  putShares([share, ...shares.value.filter((one) => one.cid !== cid)].slice(0, MAX_SHARES))
}

/** Removes shares from the list. Links that were copied still work. */
export function forgetShares (cids: readonly string[]): void {
  putShares(shares.value.filter(({ cid }) => !cids.includes(cid)))
}

/** Puts removed shares back. */
export function restoreShares (some: readonly ShareRecord[]): void {
  putShares([...some, ...shares.value].sort((a, b) => b.atMs - a.atMs))
}

function putShares (list: readonly ShareRecord[]): void {
  shares.set(list)
  keepLocal(KEY, JSON.stringify(list))
}

function readShares (): ShareRecord[] {
  try {
    return (JSON.parse(readLocal(KEY) ?? '[]') as ShareRecord[]).filter(({ cid, atMs }) =>
      typeof cid === 'string' && typeof atMs === 'number'
    )
  } catch {
    return []
  }
}
