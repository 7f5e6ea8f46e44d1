import { CID } from 'multiformats/cid'
import { isBefore } from './leveldb-log.ts'
import type { LogPositions } from './leveldb-log.ts'
import type { Seen } from './look.ts'
import type { Effect, KnownPin, Model } from './model.ts'
import { multihashHex } from './multihash-hex.ts'

/** The expected result of the last round. */
export interface Expected {
  /** effects of unfinished commands: each is there as a whole or not at all */
  open: Effect[]
  /** end of the logs, if they were cut: blocks of later writes may be missing, if the node reports them */
  cut?: LogPositions
  /** unpinned blocks that commands of this round added */
  unpinned: string[]
  /** whether there was a GC */
  collected: boolean
  /** number of blocks that may remain of replaced directories; default: none */
  spare?: number
}

/**
 * Compares the state of a node with the changes that it acknowledged.
 *
 * @param model - with all acknowledged changes
 * @returns the faults
 */
export async function compare (
  model: Model,
  seen: Seen,
  { open, cut, unpinned, collected, spare = 0 }: Expected
): Promise<string[]> {
  const faults = [...seen.faults]
  const mayBeCut = (at: LogPositions): boolean => cut != null && !isBefore(at, cut)

  if (seen.identity !== model.identity) {
    faults.push(`LOST identity: was ${model.identity}, is ${seen.identity}`)
  }

  faults.push(
    ...comparePins('pin', model.pins, seen.pins, {
      wanted: open.flatMap(({ pin }) => pin ?? []),
      leaving: open.map(({ unpin }) => unpin)
    })
  )
  faults.push(
    ...comparePins('direct pin', model.direct, seen.direct, {
      wanted: open.flatMap(({ direct }) => direct ?? []),
      leaving: open.map(({ removedDirect }) => removedDirect)
    })
  )

  faults.push(...comparePinnedBlocks(model, seen, { open, cut }, mayBeCut))

  // A browser deletes the file of a large value before the deletion of its row is durable.
  const corrupt = [...seen.corrupt].filter((block) => cut == null || !model.gone.has(block))
  if (corrupt.length > 0) {
    faults.push(`${corrupt.length} blocks cannot be read, as ${corrupt[0]}`)
  }

  faults.push(...await compareSettings(model, seen, open), ...await compareNames(model, seen, open))
  faults.push(...await compareFiles(model, seen, { open, cut }, mayBeCut))

  if (!collected) {
    faults.push(...compareUnpinned(model, seen, { open, cut }, mayBeCut))
  }

  const allowed = new Set([...model.local, ...unpinned, ...(cut == null ? [] : model.gone)])
  const rest = [...seen.local].filter((block) => !seen.reachable.has(block) && !allowed.has(block))
  // If a pin lacks blocks, its descendants are unknown.
  if (rest.length > spare && seen.broken.size === 0) {
    faults.push(`REST of ${rest.length} unpinned blocks, as ${rest[0]}`)
  }

  return faults
}

/** Checks that the blocks of pins are here, and that no update of a pin was done by half. */
function comparePinnedBlocks (
  model: Model,
  seen: Seen,
  { open, cut }: Pick<Expected, 'open' | 'cut'>,
  mayBeCut: (at: LogPositions) => boolean
): string[] {
  const faults: string[] = []

  for (const [cid, why] of seen.broken) {
    const known = model.pins.get(cid)
    if (known == null ? cut == null : !mayBeCut(known.at)) {
      faults.push(
        `${known == null ? 'a pin that was under way lacks blocks' : `LOST blocks of pin ${cid}`}: ${why.slice(0, 300)}`
      )
    }
  }

  for (const [cid, { at }] of model.direct) {
    if (seen.direct.has(cid) && !seen.local.has(multihashHex(CID.parse(cid).multihash.bytes)) && !mayBeCut(at)) {
      faults.push(`LOST the block of the direct pin ${cid}`)
    }
  }

  for (const { pin, unpin } of open) {
    if (pin?.cid != null && unpin != null && seen.pins.has(pin.cid) === seen.pins.has(unpin)) {
      faults.push(`half of an update of the pin ${unpin} to ${pin.cid}`)
    }
  }

  return faults
}

/** Checks settings and keys. */
async function compareSettings (model: Model, seen: Seen, open: Expected['open']): Promise<string[]> {
  const faults: string[] = []

  for (const [path, value] of model.config) {
    const is = await seen.config(path)
    if (is !== value && !open.some(({ config }) => config?.path === path && config.value === is)) {
      faults.push(`LOST config ${path}: was ${value}, is ${is}`)
    }
  }

  for (const [name, id] of model.keys) {
    if (seen.keys.get(name) !== id && !open.some(({ removedKey }) => removedKey === name)) {
      faults.push(`LOST key ${name}: was ${id}, is ${seen.keys.get(name)}`)
    }
  }

  for (const name of seen.keys.keys()) {
    if (!model.keys.has(name) && !open.some(({ key }) => key === name)) {
      faults.push(`UNKNOWN key ${name}`)
    }
  }

  return faults
}

/** Checks published names. */
async function compareNames (model: Model, seen: Seen, open: Expected['open']): Promise<string[]> {
  const faults: string[] = []

  for (const [id, value] of model.published) {
    const is = await seen.published(id)
    if (is !== value && !open.some(({ publish }) => publish?.id === id && publish.value === is)) {
      faults.push(`LOST name ${id}: was ${value}, is ${is}`)
    }
  }

  return faults
}

/** Checks the blocks of adds without a pin. Requires that no garbage was collected. */
function compareUnpinned (
  model: Model,
  seen: Seen,
  { open, cut }: Pick<Expected, 'open' | 'cut'>,
  mayBeCut: (at: LogPositions) => boolean
): string[] {
  const faults: string[] = []
  const leaving = new Set(open.flatMap(({ removed }) => removed ?? []))
  const lost = [...model.unpinned].filter(([block, { at }]) =>
    !seen.local.has(block) && !leaving.has(block) && !mayBeCut(at)
  )
  if (lost.length > 0) {
    faults.push(`LOST ${lost.length} unpinned blocks, as ${lost[0][0]}`)
  }

  for (const { unpinned, oneByOne } of open) {
    if (oneByOne === true) {
      continue
    }
    const here = (unpinned ?? []).filter((block) => seen.local.has(block)).length
    if (here > 0 && here < unpinned!.length && cut == null) {
      faults.push(`of an add without a pin that was under way ${here} of ${unpinned!.length} blocks stay`)
    }
  }

  return faults
}

/** Checks that each pin has its name, or the state after an unfinished command. */
function comparePins (
  kind: string,
  known: Map<string, KnownPin>,
  seen: Map<string, string>,
  { wanted, leaving }: { wanted: Array<{ cid?: string; name: string }>; leaving: Array<string | undefined> }
): string[] {
  const faults: string[] = []
  const isWanted = (cid: string, name: string): boolean =>
    wanted.some((pin) => pin.name === name && (pin.cid ?? cid) === cid)

  for (const [cid, { name }] of known) {
    const is = seen.get(cid)
    if (is == null && !leaving.includes(cid)) {
      faults.push(`LOST ${kind} ${cid} ${name}`)
    }
    if (is != null && is !== name && !isWanted(cid, is)) {
      faults.push(`${kind} ${cid} was named ${name} and is named ${is}`)
    }
  }

  for (const [cid, name] of seen) {
    if (!known.has(cid) && !isWanted(cid, name)) {
      faults.push(`UNKNOWN ${kind} ${cid} ${name}`)
    }
  }

  return faults
}

/** Checks that each MFS file is unchanged, or in the state after an unfinished command. */
async function compareFiles (
  model: Model,
  seen: Seen,
  { open, cut }: Pick<Expected, 'open' | 'cut'>,
  mayBeCut: (at: LogPositions) => boolean
): Promise<string[]> {
  const faults: string[] = []

  // A cut undoes changes, the latest ones first.
  if (mayBeCut(model.filesAt)) {
    return []
  }

  if (seen.files == null) {
    return ['LOST the directories of the mutable files']
  }

  for (const [path, written] of model.files) {
    const may = open.flatMap(({ file }) => file?.path === path ? [file] : [])

    if (!seen.files.has(path)) {
      if (!open.some(({ removedFile }) => removedFile === path)) {
        faults.push(`LOST file ${path}`)
      }
    } else if (!mayBeCut(written.at) && !await holdsOne(seen, path, [written, ...may])) {
      faults.push(`LOST content of the file ${path}`)
    }
  }

  for (const path of seen.files) {
    if (model.files.has(path)) {
      continue
    }
    const may = open.flatMap(({ file }) => file?.path === path ? [file] : [])
    if (may.length === 0) {
      faults.push(`UNKNOWN file ${path}`)
    } else if (cut == null && !await holdsOne(seen, path, may)) {
      faults.push(`half of the file ${path}`)
    }
  }

  for (const { file, removedFile } of open) {
    if (file != null && removedFile != null && seen.files.has(file.path) === seen.files.has(removedFile)) {
      faults.push(`half of a move of ${removedFile} to ${file.path}`)
    }
  }

  return faults
}

async function holdsOne (seen: Seen, path: string, may: Array<{ seed: number; sizeBytes: number }>): Promise<boolean> {
  for (const one of may) {
    if (await seen.holds(path, one)) {
      return true
    }
  }
  return false
}

/** Makes the node's current state the expected one, so that a loss is reported only once. */
export async function acceptState (model: Model, seen: Seen, at: LogPositions, open: Effect[] = []): Promise<void> {
  await acceptFiles(model, seen, at, open)
  model.identity = seen.identity
  model.pins = acceptPins(model.pins, seen.pins, at)
  model.direct = acceptPins(model.direct, seen.direct, at)
  for (const cid of seen.pins.keys()) {
    model.unpinned.delete(multihashHex(CID.parse(cid).multihash.bytes))
  }
  for (const block of [...model.unpinned.keys()]) {
    if (!seen.local.has(block) || seen.reachable.has(block)) {
      model.unpinned.delete(block)
    }
  }
  for (const path of model.config.keys()) {
    model.config.set(path, await seen.config(path))
  }
  model.keys = seen.keys
  for (const id of model.published.keys()) {
    model.published.set(id, await seen.published(id))
  }
  for (const block of model.local) {
    if (!seen.local.has(block)) {
      model.gone.add(block)
    }
  }
  model.local = seen.local
}

function acceptPins (
  before: Map<string, KnownPin>,
  seen: Map<string, string>,
  at: LogPositions
): Map<string, KnownPin> {
  return new Map([...seen].map(([cid, name]) => [cid, { name, at: before.get(cid)?.at ?? at }]))
}

async function acceptFiles (model: Model, seen: Seen, at: LogPositions, open: Effect[]): Promise<void> {
  for (const { file } of open) {
    if (file != null && seen.files?.has(file.path) === true && await seen.holds(file.path, file)) {
      model.files.set(file.path, { ...file, at })
    }
  }

  for (const [path, file] of model.files) {
    if (seen.files?.has(path) !== true || !await seen.holds(path, file)) {
      model.files.delete(path)
    }
  }
}
