import { rpc } from '../../client/index.ts'
import { isMissing } from '../lib/is-missing.ts'
import { kindOf } from '../lib/kind-of.ts'
import { isAbort, plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { Store } from '../lib/store.ts'
import type { Kept } from './kept.ts'
import { measureDag } from './measure-dag.ts'
import { whenReady } from './node.ts'

/** Whether every block of a content is really here, and how much that is; `isBare` where not even its top block is. */
export type Presence =
  | { is: 'unknown' }
  | { is: 'checking', bytes?: number }
  | { is: 'whole', bytes: number, kind?: 'file' | 'folder' }
  | { is: 'incomplete', isBare?: boolean }
  | { is: 'failed', problem: PlainError }

export const UNKNOWN: Presence = { is: 'unknown' }

/** Changed where it is: lists of any length are looked at one by one, and who watches it watches one of them (`useStorePart`). */
const known = new Map<string, Presence>()

export const presence = new Store<ReadonlyMap<string, Presence>>(known)

/** Those that lack blocks, as `isLacking` looks for them: it changes seldom, and the list of all that is kept goes by it. */
export const lacking = new Store<ReadonlySet<string>>(new Set())

let last: Promise<void> = Promise.resolve()

/** Set anew with all that is forgotten: what a check finds that has begun before says nothing of now. */
let era = {}

export function presenceOf (map: ReadonlyMap<string, Presence>, { cid, type }: Pick<Kept, 'cid' | 'type'>): Presence {
  return map.get(key(cid, type)) ?? UNKNOWN
}

/** @param keys - what `lacking` holds */
export function isLacking (keys: ReadonlySet<string>, { cid, type }: Pick<Kept, 'cid' | 'type'>): boolean {
  return keys.has(key(cid, type))
}

/** @param err - which said that a block is missing: when the walk had begun, it was one below the top */
export function incomplete (err: unknown): Presence {
  return { is: 'incomplete', isBare: !(err as Error).message.includes('traversing') }
}

/** One after another: a check reads every block, and nobody waits for it. */
export function check (pin: Kept, { signal }: { signal: AbortSignal }): void {
  last = last.then(async () => {
    // it may have been asked for twice while it waited
    if (!signal.aborted && presenceOf(presence.value, pin).is === 'unknown') await checkNow(pin, signal)
  })
}

/** After the space was freed, or blocks went otherwise, what was whole may not be. */
export function forgetPresence (): void {
  era = {}
  known.clear()
  presence.set(known)
  if (lacking.value.size > 0) lacking.set(new Set())
}

/** Blocks came: what lacked some is looked at again. */
export function forgetMissing (): void {
  if (lacking.value.size > 0) {
    for (const of of lacking.value) known.delete(of)
    presence.set(known)
    lacking.set(new Set())
  }
}

/** All blocks of a recursive pin were read: what lacks some is told so, and what was thought to is looked at again. */
export function tellVerified (cid: string, isWhole: boolean): void {
  const pin = { cid, type: 'recursive' } as const
  const before = presenceOf(presence.value, pin)

  if (!isWhole) set(pin, { is: 'incomplete' })
  else if (before.is === 'incomplete' || before.is === 'failed') set(pin, UNKNOWN)
}

/** Of what has just come as one block everything is known. */
export function tellCome (files: ReadonlyArray<{ cid: string, bytes: number }>): void {
  tellOf(files.map(({ cid, bytes }) => [cid, { is: 'whole', bytes, kind: 'file' }]))
}

/** What is told of contents with all that is below them. */
export function tellOf (all: ReadonlyArray<readonly [cid: string, value: Presence]>): void {
  hold(all.map(([cid, value]) => [key(cid, 'recursive'), value]))
}

async function checkNow (pin: Kept, signal: AbortSignal): Promise<void> {
  const began = era
  const tell = (value: Presence): void => { if (era === began) set(pin, value) }

  tell({ is: 'checking' })
  try {
    await whenReady({ signal })
    const bytes = pin.type === 'direct' ? await blockSize(pin.cid, signal) : await wholeSize(pin, { signal, tell })
    // a pin of one block shows nothing as a file; no kind is no failure either
    const kind = pin.type === 'direct' ? undefined : await kindOf(pin.cid, { signal }).catch(() => undefined)
    tell({ is: 'whole', bytes, kind })
  } catch (err) {
    tell(isAbort(err) ? UNKNOWN : isMissing(err) ? incomplete(err) : { is: 'failed', problem: plainError(err) })
  }
}

/** Walks all blocks, offline: the first that is not here ends it with an error. */
async function wholeSize (pin: Kept, { signal, tell }: { signal: AbortSignal, tell: (value: Presence) => void }): Promise<number> {
  return (await measureDag(pin.cid, { signal, onProgress: ({ bytes }) => { tell({ is: 'checking', bytes }) } })).bytes
}

async function blockSize (cid: string, signal: AbortSignal): Promise<number> {
  const { Size } = await rpc<{ Size: number }>('block/stat', { args: [cid], options: { offline: true }, signal })
  return Size
}

function set ({ cid, type }: Pick<Kept, 'cid' | 'type'>, value: Presence): void {
  hold([[key(cid, type), value]])
}

function hold (all: ReadonlyArray<readonly [of: string, value: Presence]>): void {
  if (all.length === 0) return
  let lacks: Set<string> | undefined

  for (const [of, value] of all) {
    known.set(of, value)
    if ((value.is === 'incomplete') === (lacks ?? lacking.value).has(of)) continue
    lacks ??= new Set(lacking.value)
    if (!lacks.delete(of)) lacks.add(of)
  }

  presence.set(known)
  if (lacks != null) lacking.set(lacks)
}

function key (cid: string, type: string): string {
  return `${type} ${cid}`
}
