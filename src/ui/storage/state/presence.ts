import { rpc } from '../../../client/index.ts'
import { isMissing } from '../../client/is-missing.ts'
import { measureDag } from '../../client/measure-dag.ts'
import { whenReady } from '../../client/node.ts'
import { Store } from '../../lib/reactive/store.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { kindOf } from '../lib/kind-of.ts'
import type { Kept } from './kept.ts'

/** Whether all blocks of a content are stored, and their size; `isBare` if even the root block is missing. */
export type Presence =
  | { is: 'unknown' }
  | { is: 'checking'; bytes?: number }
  | { is: 'whole'; bytes: number; kind?: 'file' | 'folder' }
  | { is: 'incomplete'; isBare?: boolean }
  | { is: 'failed'; problem: PlainError }

export const UNKNOWN: Presence = { is: 'unknown' }

/**
 * Mutated in place: lists of any length are checked one by one, and components watch a single entry (`useStorePart`).
 */
const known = new Map<string, Presence>()

export const presence = new Store<ReadonlyMap<string, Presence>>(known)

/**
 * Keys of incomplete content, for `isLacking`. A separate store, because it rarely changes and the list of pins depends
 * on it.
 */
export const lacking = new Store<ReadonlySet<string>>(new Set())

let last: Promise<void> = Promise.resolve()

/** Replaced when all results are discarded: results of earlier checks are then ignored. */
let era = {}

export function presenceOf (map: ReadonlyMap<string, Presence>, { cid, type }: Pick<Kept, 'cid' | 'type'>): Presence {
  return map.get(key(cid, type)) ?? UNKNOWN
}

/** @param keys - value of `lacking` */
export function isLacking (keys: ReadonlySet<string>, { cid, type }: Pick<Kept, 'cid' | 'type'>): boolean {
  return keys.has(key(cid, type))
}

/** @param err - the error for a missing block; if the walk had begun, the block is below the root */
export function incomplete (err: unknown): Presence {
  return { is: 'incomplete', isBare: !(err as Error).message.includes('traversing') }
}

/** Queues a check, one at a time: it reads every block, and has low priority. */
export function checkPresence (pin: Kept, { signal }: { signal: AbortSignal }): void {
  last = last.then(async () => {
    // Several checks may have been queued for it.
    if (!signal.aborted && presenceOf(presence.value, pin).is === 'unknown') {
      await checkNow(pin, signal)
    }
  })
}

/** Discards the results after a GC or another loss of blocks: complete content may now be incomplete. */
export function forgetPresence (): void {
  era = {}
  known.clear()
  presence.set(known)
  if (lacking.value.size > 0) {
    lacking.set(new Set())
  }
}

/** Discards incomplete results after new blocks arrived, so that they are checked again. */
export function forgetMissing (): void {
  if (lacking.value.size > 0) {
    for (const of of lacking.value) {
      known.delete(of)
    }
    presence.set(known)
    lacking.set(new Set())
  }
}

/**
 * Records the result after all blocks of a recursive pin were read; content that was thought to be incomplete is
 * checked again.
 */
export function tellVerified (cid: string, isWhole: boolean): void {
  const pin = { cid, type: 'recursive' } as const
  const before = presenceOf(presence.value, pin)

  if (!isWhole) {
    set(pin, { is: 'incomplete' })
  } else if (before.is === 'incomplete' || before.is === 'failed') {
    set(pin, UNKNOWN)
  }
}

/** Records newly stored single-block files as complete. */
export function tellCome (files: ReadonlyArray<{ cid: string; bytes: number }>): void {
  tellOf(files.map(({ cid, bytes }) => [cid, { is: 'whole', bytes, kind: 'file' }]))
}

/** Records results of contents, including their descendants. */
export function tellOf (all: ReadonlyArray<readonly [cid: string, value: Presence]>): void {
  hold(all.map(([cid, value]) => [key(cid, 'recursive'), value]))
}

async function checkNow (pin: Kept, signal: AbortSignal): Promise<void> {
  const began = era
  const tell = (value: Presence): void => {
    if (era === began) {
      set(pin, value)
    }
  }

  tell({ is: 'checking' })
  try {
    await whenReady({ signal })
    const bytes = pin.type === 'direct' ? await blockSize(pin.cid, signal) : await wholeSize(pin, { signal, tell })
    // A direct pin is not shown as a file; an unknown kind is no error either.
    const kind = pin.type === 'direct' ? undefined : await kindOf(pin.cid, { signal }).catch(() => undefined)
    tell({ is: 'whole', bytes, kind })
  } catch (err) {
    tell(afterFailure(err))
  }
}

/** Returns the state after a check that did not finish. */
function afterFailure (err: unknown): Presence {
  if (isAbort(err)) {
    return UNKNOWN
  }
  return isMissing(err) ? incomplete(err) : { is: 'failed', problem: plainError(err) }
}

/** Walks all blocks offline. The first missing block ends it with an error. */
async function wholeSize (
  pin: Kept,
  { signal, tell }: { signal: AbortSignal; tell: (value: Presence) => void }
): Promise<number> {
  return (await measureDag(pin.cid, {
    signal,
    onProgress: ({ bytes }) => {
      tell({ is: 'checking', bytes })
    }
  })).bytes
}

async function blockSize (cid: string, signal: AbortSignal): Promise<number> {
  const { Size } = await rpc<{ Size: number }>('block/stat', { args: [cid], options: { offline: true }, signal })
  return Size
}

function set ({ cid, type }: Pick<Kept, 'cid' | 'type'>, value: Presence): void {
  hold([[key(cid, type), value]])
}

function hold (all: ReadonlyArray<readonly [of: string, value: Presence]>): void {
  if (all.length === 0) {
    return
  }
  let lacks: Set<string> | undefined

  for (const [of, value] of all) {
    known.set(of, value)
    if ((value.is === 'incomplete') === (lacks ?? lacking.value).has(of)) {
      continue
    }
    lacks ??= new Set(lacking.value)
    if (!lacks.delete(of)) {
      lacks.add(of)
    }
  }

  presence.set(known)
  if (lacks != null) {
    lacking.set(lacks)
  }
}

function key (cid: string, type: string): string {
  return `${type} ${cid}`
}
