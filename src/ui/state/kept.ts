import { rpc, rpcStream } from '../../client/index.ts'
import { naturalOrder } from '../lib/natural-order.ts'
import { isAbort, plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { Store } from '../lib/store.ts'
import { say } from './news.ts'
import { whenReady } from './node.ts'
import { refreshStorage } from './storage.ts'

export interface Kept {
  cid: string
  /** empty when it was pinned without one */
  name: string
  type: 'recursive' | 'direct'
}

export interface KeptState {
  /** undefined until read for the first time */
  list?: Kept[]
  /** how many were read so far, while reading */
  reading?: number
  problem?: PlainError
  /** taken off just now; can be put back while its blocks are there */
  removed?: Kept
}

/** Every node pins the empty directory when it is made (Kubo's init does); nobody added it. */
const EMPTY_DIRECTORY = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
/** A quick list should not flicker. */
const SHOW_READING_AFTER_MS = 400

export const kept = new Store<KeptState>({})

let reading: AbortController | undefined

/** Reads the list anew; an older reading that still runs is dropped. */
export async function refreshKept (): Promise<void> {
  reading?.abort()
  const mine = reading = new AbortController()
  const { signal } = mine
  const found: Kept[] = []
  let timer

  try {
    await whenReady({ signal })
    timer = setInterval(() => { kept.patch({ reading: found.length }) }, SHOW_READING_AFTER_MS)
    for (const type of ['recursive', 'direct'] as const) {
      const pins = rpcStream<{ Cid: string, Name?: string }>('pin/ls', { options: { type, stream: true, names: true }, signal })
      for await (const { Cid, Name = '' } of pins) {
        if (Cid !== EMPTY_DIRECTORY || Name !== '') found.push({ cid: Cid, name: Name, type })
      }
    }
    kept.patch({ list: found.sort(byName), problem: undefined })
  } catch (err) {
    if (!isAbort(err)) kept.patch({ problem: plainError(err) })
  } finally {
    clearInterval(timer)
    if (reading === mine) kept.patch({ reading: undefined })
  }
}

/** The person does not want to wait for the list. */
export function stopReading (): void {
  reading?.abort()
}

/** Takes a pin away. Its blocks stay until the space is freed, so it can be put back. */
export async function remove (pin: Kept): Promise<void> {
  await change(pin, 'pin/rm', { recursive: pin.type === 'recursive' }, pin)
  say(`${pin.name || 'The item'} is no longer kept.`)
}

export async function putBack (pin: Kept): Promise<void> {
  // offline: what is not here any more shall say so, not be searched for
  await change(pin, 'pin/add', { recursive: pin.type === 'recursive', name: pin.name || undefined, offline: true }, undefined)
  say(`${pin.name || 'The item'} is kept again.`)
}

/** The offer to put it back is over: its blocks may be gone. */
export function forgetRemoved (): void {
  kept.patch({ removed: undefined })
}

async function change (pin: Kept, command: string, options: Record<string, string | boolean | undefined>, removed: Kept | undefined): Promise<void> {
  try {
    await rpc(command, { args: [pin.cid], options })
    kept.patch({ removed, problem: undefined })
  } catch (err) {
    kept.patch({ problem: plainError(err) })
    throw err
  } finally {
    await Promise.all([refreshKept(), refreshStorage()])
  }
}

function byName (a: Kept, b: Kept): number {
  return naturalOrder(a.name, b.name) || a.cid.localeCompare(b.cid)
}
