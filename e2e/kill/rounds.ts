import { CID } from 'multiformats/cid'
import { nextActions, rawCid } from './actions.ts'
import type { Action } from './actions.ts'
import type { Answer, AskedNode } from './asked-node.ts'
import { acceptState, compare } from './compare.ts'
import { ending } from './ending.ts'
import type { LogPositions } from './leveldb-log.ts'
import { lookAtNode, parseJsonLines } from './look.ts'
import type { Seen } from './look.ts'
import type { Effect, Model } from './model.ts'
import { multihashHex } from './multihash-hex.ts'
import { Random } from './random.ts'
import type { Victim } from './victim.ts'

/** Assumed duration of a command until one of its kind was timed. */
const FIRST_GUESS_MS = 100

/** Block count above which blocks are removed between two rounds, so that checks stay fast. */
const MANY_BLOCKS = 3000
const KEPT_PINS = 8
const TIDY_ROUNDS = 25

/** Directories that a change of an MFS file replaces; twice as many if Chromium repeats the request (`onceOnly`). */
const DIRECTORIES = 2

export interface RoundsOptions {
  rounds: number
  seed: number
  /** runs the killed node; ended after the rounds */
  victim: Victim
  log: (line: string) => void
}

export interface RoundsResult {
  /** by kind of kill */
  kills: Record<string, number>
  /** kills during a command */
  hits: number
  /** data that the node lost or left over, and requests without an answer; each begins with its round */
  faults: string[]
}

interface Sent extends Action {
  /** undefined if the kill interrupted it */
  answer: Answer | undefined
  at: LogPositions
}

/** Kills a node repeatedly at random moments, and compares its state with the changes that it acknowledged. */
export async function killRounds ({ rounds, seed, victim, log }: RoundsOptions): Promise<RoundsResult> {
  const random = new Random(seed)
  const took = new Map<string, number>()
  const result: RoundsResult = { kills: {}, hits: 0, faults: [] }

  try {
    const model = await newModel(victim)

    for (let round = 1; round <= rounds; round++) {
      const faults: string[] = []
      const actions = await nextActions(random, model, `r${round}`, victim.large)
      const kill = random.pick(victim.kills)
      // Within the longest duration, and rather early: a finished command cannot be interrupted.
      const delay = Math.round(
        random.next() ** 2 * Math.max(...actions.map(({ kind }) => took.get(kind) ?? FIRST_GUESS_MS))
      )

      let line = `${String(round).padStart(4)} ${kill.padEnd(8)} after ${String(delay).padStart(5)} ms of ${
        [...new Set(actions.map(({ kind }) => kind))].join(' + ')
      }`

      try {
        const sent = await runAndKill(victim, actions, delay, took, async () => {
          await victim.kill(kill)
        })
        result.kills[kill] = (result.kills[kill] ?? 0) + 1
        const cut = await victim.again(kill, random) ?? undefined

        const isOpen = ({ answer, onceOnly }: Sent): boolean =>
          answer == null || answer.broken || (onceOnly === true && victim.sendsAgain(kill) && answer.status !== 200)
        const open = sent.filter(isOpen)
        const done = sent.filter((one) => !isOpen(one))
        if (open.length > 0) {
          result.hits++
        }
        for (const one of done) {
          faults.push(...acknowledge(model, one))
        }
        for (const one of open) {
          acknowledgeLines(model, one)
        }

        const seen = await lookAtNode(victim.node)
        faults.push(
          ...await compare(model, seen, {
            open: open.map(({ effect }) => effect),
            cut: cut?.at,
            unpinned: sent.flatMap(({ effect }) => effect.unpinned ?? []),
            collected: sent.some(({ effect }) => effect.gc != null),
            spare: (victim.sendsAgain(kill) ? 2 : 1) * DIRECTORIES *
              sent.flatMap(({ effect: { file, removedFile } }) => [file, removedFile]).filter((change) =>
                change != null
              ).length
          })
        )
        await acceptState(model, seen, victim.positions(), open.map(({ effect }) => effect))
        faults.push(...await compareSizes(model, seen, victim.node))

        await removeReported(victim, model, seen)

        if (cut != null) {
          // Writes after a torn log tail are lost at the start after the next one, so restart once more.
          faults.push(...await closeAndLook(model, victim))
        }

        line += `: ${done.length} acknowledged, ${open.length} under way${
          cut?.text ?? ''
        }; ${seen.pins.size} pins, ${seen.local.size} blocks`
        if (
          seen.broken.size > 0 || seen.corrupt.size > 0 || seen.local.size > MANY_BLOCKS || round % TIDY_ROUNDS === 0
        ) {
          await tidy(victim, model, random)
        }
      } catch (err) {
        faults.push(`${(err as Error).name}: ${(err as Error).message}`)
        // A node that does not answer may answer after a restart; otherwise the next round reports it.
        await victim.revive()
        await acceptState(model, await lookAtNode(victim.node), victim.positions()).catch(() => {})
      }

      log(`${line}${faults.length === 0 ? '' : '  FAULT'}`)
      for (const fault of faults) {
        log(`       ${fault}`)
      }
      result.faults.push(...faults.map((fault) => `round ${round}: ${fault}`))
    }

    // Removing everything must also remove leftovers of the kills.
    for (const fault of await emptied(victim, model)) {
      log(`     ${fault}`)
      result.faults.push(`at the end: ${fault}`)
    }
  } finally {
    await victim.end()
  }

  return result
}

/** Removes pins that lost blocks, and unexpected files, because they were already reported. */
async function removeReported ({ node }: Victim, model: Model, seen: Seen): Promise<void> {
  for (const cid of seen.broken.keys()) {
    await must(node, `pin/rm?arg=${cid}`)
    model.pins.delete(cid)
  }

  for (const cid of seen.direct.keys()) {
    if (!seen.local.has(multihashHex(CID.parse(cid).multihash.bytes))) {
      await must(node, `pin/rm?arg=${cid}`)
      model.direct.delete(cid)
    }
  }

  for (const file of seen.files ?? []) {
    if (!model.files.has(file)) {
      await must(node, `files/rm?arg=${file}&force=true`)
    }
  }
}

/** Shuts the node down in order, and checks once more. */
async function closeAndLook (model: Model, victim: Victim): Promise<string[]> {
  await must(victim.node, 'block/put?cid-codec=raw', [{ name: 'x', seed: model.nextSeed++, sizeBytes: 100 }])
  await victim.restart()
  const seen = await lookAtNode(victim.node)
  const faults = await compare(model, seen, { open: [], unpinned: [...seen.local], collected: false })
  await acceptState(model, seen, victim.positions())
  faults.push(...await compareSizes(model, seen, victim.node))
  return faults.map((fault) => `after one more start: ${fault}`)
}

/** Removes all data, and checks what remains on disk. */
async function emptied (victim: Victim, model: Model): Promise<string[]> {
  if (victim.rest == null) {
    return []
  }

  for (const cid of [...model.pins.keys(), ...model.direct.keys()]) {
    await must(victim.node, `pin/rm?arg=${cid}`)
  }
  await must(victim.node, 'files/rm?arg=/1&arg=/2&arg=/3&force=true&recursive=true')
  await must(victim.node, 'repo/gc')
  return await victim.rest()
}

/** Sends all commands at once, waits, kills, and waits for each to end. */
async function runAndKill (
  victim: Victim,
  actions: Action[],
  delayMs: number,
  took: Map<string, number>,
  kill: () => Promise<void>
): Promise<Sent[]> {
  const { node } = victim
  const started = performance.now()

  const running = actions.map(async (action): Promise<Sent> => {
    try {
      const answer = await ending(action.target, node.rpc(action.target, action.files))
      const tookMs = performance.now() - started
      if (!answer.broken) {
        took.set(action.kind, ((took.get(action.kind) ?? tookMs) + tookMs) / 2)
      }
      return { ...action, answer, at: victim.positions() }
    } catch (err) {
      if ((err as Error).name !== 'GoneError') {
        throw err
      }
      return { ...action, answer: undefined, at: new Map() }
    }
  })

  const all = Promise.all(running)
  all.catch(() => {}) // Awaited below.
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  await kill()
  return await all
}

/**
 * Records an answer as acknowledged.
 *
 * @returns faults of the answer
 */
function acknowledge (model: Model, { kind, target, effect, answer, at, mayRefuse }: Sent): string[] {
  const { status, text } = answer!
  const last = text.trim().split('\n').at(-1) ?? ''

  if (status !== 200 || /"Type":"error"|"Error":"./.test(last)) {
    return mayRefuse === true ? [] : [`${kind} (${target.slice(0, 60)}) was answered ${status} ${last.slice(0, 200)}`]
  }

  recordPins(model, effect, last, at)
  recordFiles(model, effect, at)

  if (effect.config != null) {
    model.config.set(effect.config.path, effect.config.value)
  }
  if (effect.key != null) {
    model.keys.set(effect.key, (JSON.parse(last) as { Id: string }).Id)
  }
  if (effect.removedKey != null) {
    model.keys.delete(effect.removedKey)
  }
  if (effect.publish != null) {
    model.published.set(effect.publish.id, effect.publish.value)
  }
  for (const block of effect.unpinned ?? []) {
    model.unpinned.set(block, { at })
  }
  for (const block of effect.removed ?? []) {
    model.unpinned.delete(block)
  }
  return []
}

function recordPins (
  model: Model,
  { pin, unpin, direct, removedDirect }: Effect,
  lastLine: string,
  at: LogPositions
): void {
  if (pin != null) {
    model.pins.set(pin.cid ?? (JSON.parse(lastLine) as { Hash: string }).Hash, { name: pin.name, at })
  }
  if (unpin != null) {
    model.pins.delete(unpin)
  }
  if (direct != null) {
    model.direct.set(direct.cid, { name: direct.name, at })
  }
  if (removedDirect != null) {
    model.direct.delete(removedDirect)
  }
}

function recordFiles (model: Model, { file, removedFile }: Effect, at: LogPositions): void {
  if (file != null) {
    model.files.set(file.path, { ...file, at })
  }
  if (removedFile != null) {
    model.files.delete(removedFile)
  }
  if (file != null || removedFile != null) {
    model.filesAt = at
  }
}

/** Records the lines of an answer before the kill, if each line acknowledges a change. */
function acknowledgeLines (model: Model, { effect, answer, at }: Sent): void {
  if (effect.oneByOne !== true || answer == null) {
    return
  }

  for (const line of answer.text.split('\n').slice(0, -1)) {
    const { Key } = JSON.parse(line) as { Key?: string }
    if (Key != null) {
      model.unpinned.set(multihashHex(CID.parse(Key).multihash.bytes), { at })
    }
  }
}

async function newModel (victim: Victim): Promise<Model> {
  const model: Model = {
    identity: '',
    pins: new Map(),
    direct: new Map(),
    unpinned: new Map(),
    config: new Map(),
    keys: new Map(),
    published: new Map(),
    files: new Map(),
    filesAt: new Map(),
    local: new Set(),
    gone: new Set(),
    nextSeed: 1,
    known: [],
    sizes: new Map()
  }
  await acceptState(model, await lookAtNode(victim.node), victim.positions())
  return model
}

/** Shrinks the repo, and checks that a GC leaves only the blocks that the pins need. */
async function tidy (victim: Victim, model: Model, random: Random): Promise<void> {
  const { node } = victim
  for (const cid of random.some([...model.pins.keys()], Math.max(0, model.pins.size - KEPT_PINS))) {
    await must(node, `pin/rm?arg=${cid}`)
  }
  await must(node, 'repo/gc')
  const seen = await lookAtNode(node)
  const rest = [...seen.local].filter((block) => !seen.reachable.has(block))
  if (rest.length > 0) {
    throw new Error(`after a gc ${rest.length} blocks stay that no pin needs`)
  }
  model.known = []
  await acceptState(model, seen, victim.positions())
}

/** Compares the reported repo size with the sizes of the blocks. */
async function compareSizes ({ sizes }: Model, { local, corrupt, repoSize }: Seen, node: AskedNode): Promise<string[]> {
  const unknown = [...local].filter((block) => !sizes.has(block) && !corrupt.has(block))
  const asked = await ending('the sizes of new blocks', node.sizesOf(unknown.map(rawCid)))
  unknown.forEach((block, i) => {
    sizes.set(block, asked[i])
  })
  const bytes = [...local].reduce((sum, block) => sum + (sizes.get(block) ?? NaN), 0)
  return Number.isNaN(bytes) || bytes === repoSize
    ? []
    : [`repo/stat counts ${repoSize} bytes, the blocks have ${bytes}`]
}

async function must (node: AskedNode, ...request: Parameters<AskedNode['rpc']>): Promise<void> {
  const answer = await ending(request[0], node.rpc(...request))
  if (
    answer.status !== 200 || answer.broken ||
    parseJsonLines<{ Error?: string }>(answer).some(({ Error }) => Error != null && Error !== '')
  ) {
    throw new Error(`${request[0].slice(0, 80)}: ${answer.status} ${answer.text.slice(-300)}`)
  }
}
