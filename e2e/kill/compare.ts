import { CID } from 'multiformats/cid'
import { isBefore } from './leveldb-log.ts'
import type { LogPositions } from './leveldb-log.ts'
import type { Seen } from './look.ts'
import type { Effect, Model } from './model.ts'
import { multihashHex } from './multihash-hex.ts'

/**
 * Holds what a node has against what it has acknowledged.
 *
 * @param model - with all that was acknowledged
 * @param open - what was under way: it may have happened, and each is there as a whole or not at all
 * @param cut - the end of the logs, where they were cut: of what was written behind it blocks may be gone, if the node says so
 * @param loose - the unpinned blocks that commands of this round have brought
 * @returns what is wrong
 */
export async function compare (model: Model, seen: Seen, { open, cut, loose, collected }: { open: Effect[], cut?: LogPositions, loose: string[], collected: boolean }): Promise<string[]> {
  const faults = [...seen.faults]
  const mayBeCut = (at: LogPositions): boolean => cut != null && !isBefore(at, cut)

  if (seen.identity !== model.identity) faults.push(`LOST identity: was ${model.identity}, is ${seen.identity}`)

  for (const [cid, { name, at }] of model.pins) {
    const is = seen.pins.get(cid)
    if (is == null && !open.some(({ unpin }) => unpin === cid)) faults.push(`LOST pin ${cid} ${name}`)
    if (is != null && is !== name && !open.some(({ pin }) => pin?.cid === cid && pin.name === is)) faults.push(`pin ${cid} was named ${name} and is named ${is}`)
    if (is != null && seen.broken.has(cid) && !mayBeCut(at)) faults.push(`LOST blocks of pin ${cid}: ${seen.broken.get(cid)!.slice(0, 300)}`)
  }

  for (const [cid, name] of seen.pins) {
    if (model.pins.has(cid)) continue
    const wanted = open.some(({ pin }) => pin != null && pin.name === name && (pin.cid ?? cid) === cid)
    if (!wanted) faults.push(`UNKNOWN pin ${cid} ${name}`)
    if (seen.broken.has(cid) && cut == null) faults.push(`a pin that was under way lacks blocks: ${seen.broken.get(cid)!.slice(0, 300)}`)
  }

  for (const [path, value] of model.config) {
    const is = await seen.config(path)
    if (is !== value && !open.some(({ config }) => config?.path === path && config.value === is)) faults.push(`LOST config ${path}: was ${value}, is ${is}`)
  }

  if (!collected) {
    const leaving = new Set(open.flatMap(({ removed }) => removed ?? []))
    const lost = [...model.loose].filter(([block, { at }]) => !seen.local.has(block) && !leaving.has(block) && !mayBeCut(at))
    if (lost.length > 0) faults.push(`LOST ${lost.length} unpinned blocks, as ${lost[0][0]}`)

    for (const { loose, oneByOne } of open) {
      if (oneByOne === true) continue
      const here = (loose ?? []).filter((block) => seen.local.has(block)).length
      if (here > 0 && here < loose!.length && cut == null) faults.push(`of an add without a pin that was under way ${here} of ${loose!.length} blocks stay`)
    }
  }

  const allowed = new Set([...model.local, ...loose, ...(cut == null ? [] : model.gone)])
  const rest = [...seen.local].filter((block) => !seen.reachable.has(block) && !allowed.has(block))
  // of a pin that lacks blocks it is not known what lies below
  if (rest.length > 0 && seen.broken.size === 0) faults.push(`REST of ${rest.length} unpinned blocks, as ${rest[0]}`)

  return faults
}

/** Takes what the node has for what it has promised from now on: a loss is told once. */
export async function settle (model: Model, seen: Seen, at: LogPositions): Promise<void> {
  model.identity = seen.identity
  const before = model.pins
  model.pins = new Map([...seen.pins].map(([cid, name]) => [cid, { name, at: before.get(cid)?.at ?? at }]))
  for (const cid of seen.pins.keys()) model.loose.delete(multihashHex(CID.parse(cid).multihash.bytes))
  for (const block of [...model.loose.keys()]) if (!seen.local.has(block) || seen.reachable.has(block)) model.loose.delete(block)
  for (const path of model.config.keys()) model.config.set(path, await seen.config(path))
  for (const block of model.local) if (!seen.local.has(block)) model.gone.add(block)
  model.local = seen.local
}
