import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { CID } from 'multiformats/cid'
import { nextActions, rawCid } from './actions.ts'
import type { Action } from './actions.ts'
import { ChromiumOverPipe } from './chromium-over-pipe.ts'
import { compare, settle } from './compare.ts'
import { ending } from './ending.ts'
import { cutLog, databases, logPositions } from './leveldb-log.ts'
import type { LogPositions } from './leveldb-log.ts'
import { ask, lines, look } from './look.ts'
import type { Model } from './model.ts'
import { multihashHex } from './multihash-hex.ts'
import { NodePage } from './node-page.ts'
import type { Answer } from './node-page.ts'
import { Random } from './random.ts'

const KILLS = ['worker', 'renderer', 'browser'] as const
type Kill = typeof KILLS[number]

/** How long a command takes until one of its kind was timed. */
const FIRST_GUESS_MS = 400

/** More than so many blocks are thrown away between two rounds, so that looking at them stays quick. */
const MANY_BLOCKS = 3000
const KEPT_PINS = 8
const TIDY_ROUNDS = 25

/** The least and the most of a log that are cut off, by powers of two. */
const LEAST_CUT = 3
const MOST_CUT = 20

/** A change of a mutable file replaces the directories above it, twice where Chromium sends it again (`onceOnly`). */
const DIRECTORIES = 2

/** How often another log is cut than the one with most in it. */
const OTHER_LOG = 0.25

export interface RoundsOptions {
  rounds: number
  seed: number
  /** serves the built app; the same for all rounds */
  origin: string
  /** cut the logs of IndexedDB after a kill of the browser, as a power cut does */
  cut?: boolean
  /** which kills there are; default: all */
  kills?: readonly Kill[]
  log: (line: string) => void
}

export interface RoundsResult {
  /** by what was killed */
  kills: Record<string, number>
  /** kills that met a command under way */
  hits: number
  /** what the node lost, left behind or never answered; each begins with its round */
  faults: string[]
}

interface Sent extends Action {
  /** undefined: it was under way when the kill came */
  answer: Answer | undefined
  at: LogPositions
}

/** Kills a node at random moments of what it does, so many times, and holds what is left against what it had acknowledged. */
export async function killRounds ({ rounds, seed, origin, cut = false, kills = KILLS, log }: RoundsOptions): Promise<RoundsResult> {
  const profile = await mkdtemp(path.join(tmpdir(), 'swipfs-kill-'))
  const random = new Random(seed)
  const took = new Map<string, number>()
  const result: RoundsResult = { kills: {}, hits: 0, faults: [] }
  let browser = await ChromiumOverPipe.start(profile)
  let page = await NodePage.open(browser, origin)
  const model = await newModel(page, profile)

  const restart = async (): Promise<void> => {
    browser = await ending('the start of the browser', ChromiumOverPipe.start(profile))
    page = await openAgain(browser, origin)
  }

  try {
    for (let round = 1; round <= rounds; round++) {
      const faults: string[] = []
      const actions = await nextActions(random, model, `r${round}`)
      const kill = random.pick(kills)
      // within the longest of them
      const delay = Math.round(random.next() * Math.max(...actions.map(({ kind }) => took.get(kind) ?? FIRST_GUESS_MS)))
      let cutText = ''
      let cutAt: LogPositions | undefined

      let line = `${String(round).padStart(4)} ${kill.padEnd(8)} after ${String(delay).padStart(5)} ms of ${[...new Set(actions.map(({ kind }) => kind))].join(' + ')}`

      try {
        const sent = await runAndKill(page, actions, delay, profile, took, async () => {
          if (kill === 'worker') await ending('stopping the worker', page.stopWorker())
          if (kill === 'renderer') await ending('killing the renderers', browser.killRenderers())
          if (kill === 'browser') await browser.kill()
        })
        result.kills[kill] = (result.kills[kill] ?? 0) + 1

        if (kill === 'browser') {
          if (cut) {
            const done = cutLog(mostWritten(profile, random), (sizeBytes) => cutLength(random, sizeBytes))
            cutText = done == null ? '' : `, ${done.cutBytes} of ${done.sizeBytes} bytes cut`
            cutAt = done?.position
          }
          await restart()
        } else if (kill === 'renderer') {
          page = await openAgain(browser, origin)
        }

        const isOpen = ({ answer, onceOnly }: Sent): boolean => answer == null || answer.broken || (onceOnly === true && kill === 'worker' && answer.status !== 200)
        const open = sent.filter(isOpen)
        const done = sent.filter((one) => !isOpen(one))
        if (open.length > 0) result.hits++
        for (const one of done) faults.push(...acknowledge(model, one))
        for (const one of open) acknowledgeLines(model, one)

        const seen = await look(page)
        faults.push(...await compare(model, seen, {
          open: open.map(({ effect }) => effect),
          cut: cutAt,
          loose: sent.flatMap(({ effect }) => effect.loose ?? []),
          collected: sent.some(({ effect }) => effect.gc != null),
          spare: (kill === 'worker' ? 2 : 1) * DIRECTORIES * sent.filter(({ effect }) => effect.file != null || effect.removedFile != null).length
        }))
        await settle(model, seen, logPositions(profile), open.map(({ effect }) => effect))

        // pins that the cut took blocks of have told their story
        for (const cid of seen.broken.keys()) {
          await must(page, `pin/rm?arg=${cid}`)
          model.pins.delete(cid)
        }

        // and so have files
        for (const file of seen.files ?? []) if (!model.files.has(file)) await must(page, `files/rm?arg=${file}&force=true`)

        if (cut && kill === 'browser') {
          // what was appended behind a torn end is lost at the start after the next
          faults.push(...await closeAndLook())
        }

        line += `: ${done.length} acknowledged, ${open.length} under way${cutText}; ${seen.pins.size} pins, ${seen.local.size} blocks`
        if (seen.broken.size > 0 || seen.corrupt.size > 0 || seen.local.size > MANY_BLOCKS || round % TIDY_ROUNDS === 0) await tidy(page, model, profile, random)
      } catch (err) {
        faults.push(`${(err as Error).name}: ${(err as Error).message}`)
        // a node that does not answer any more may do so in another browser, and if not the next round tells
        await browser.kill()
        await restart().catch(async () => { await rm(profile, { recursive: true, force: true, maxRetries: 5 }) })
        await settle(model, await look(page), logPositions(profile)).catch(() => {})
      }

      log(`${line}${faults.length === 0 ? '' : '  FAULT'}`)
      for (const fault of faults) log(`       ${fault}`)
      result.faults.push(...faults.map((fault) => `round ${round}: ${fault}`))
    }
  } finally {
    await browser.kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  }

  return result

  async function closeAndLook (): Promise<string[]> {
    await must(page, 'block/put?cid-codec=raw', [{ name: 'x', seed: model.nextSeed++, sizeBytes: 100 }])
    await browser.close()
    await restart()
    const seen = await look(page)
    const faults = await compare(model, seen, { open: [], loose: [...seen.local], collected: false })
    await settle(model, seen, logPositions(profile))
    return faults.map((fault) => `after one more start: ${fault}`)
  }
}

/** Sends all at once, waits, kills, and waits for each to end. */
async function runAndKill (page: NodePage, actions: Action[], delayMs: number, profile: string, took: Map<string, number>, kill: () => Promise<void>): Promise<Sent[]> {
  const started = performance.now()

  const running = actions.map(async (action): Promise<Sent> => {
    try {
      const answer = await ending(action.target, page.rpc(action.target, action.files))
      if (!answer.broken) took.set(action.kind, ((took.get(action.kind) ?? FIRST_GUESS_MS) + performance.now() - started) / 2)
      return { ...action, answer, at: logPositions(profile) }
    } catch (err) {
      if ((err as Error).name !== 'GoneError') throw err
      return { ...action, answer: undefined, at: new Map() }
    }
  })

  const all = Promise.all(running)
  all.catch(() => {}) // looked at below
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  await kill()
  return await all
}

/** The folder whose log has most in it, mostly; another one now and then. */
function mostWritten (profile: string, random: Random): string {
  const all = databases(profile)
  const sizes = logPositions(profile)
  const other = random.pick(all)
  return random.next() < OTHER_LOG ? other : all.reduce((most, folder) => (sizes.get(folder)?.sizeBytes ?? 0) > (sizes.get(most)?.sizeBytes ?? 0) ? folder : most)
}

/** Any length is as likely, and any order of magnitude. */
function cutLength (random: Random, sizeBytes: number): number {
  const share = random.next()
  return Math.ceil(random.next() < 0.5 ? sizeBytes * share : Math.min(sizeBytes, 2 ** (LEAST_CUT + share * (MOST_CUT - LEAST_CUT))))
}

/** Takes an answer as a promise. @returns what is wrong with the answer */
function acknowledge (model: Model, { kind, target, effect, answer, at, mayRefuse }: Sent): string[] {
  const { status, text } = answer!
  const last = text.trim().split('\n').at(-1) ?? ''

  if (status !== 200 || /"Type":"error"|"Error":"./.test(last)) {
    return mayRefuse === true ? [] : [`${kind} (${target.slice(0, 60)}) was answered ${status} ${last.slice(0, 200)}`]
  }

  if (effect.pin != null) {
    const cid = effect.pin.cid ?? (JSON.parse(last) as { Hash: string }).Hash
    model.pins.set(cid, { name: effect.pin.name, at })
  }

  if (effect.unpin != null) model.pins.delete(effect.unpin)
  if (effect.config != null) model.config.set(effect.config.path, effect.config.value)
  if (effect.key != null) model.keys.set(effect.key, (JSON.parse(last) as { Id: string }).Id)
  if (effect.removedKey != null) model.keys.delete(effect.removedKey)
  if (effect.publish != null) model.published.set(effect.publish.id, effect.publish.value)
  if (effect.file != null) model.files.set(effect.file.path, { ...effect.file, at })
  if (effect.removedFile != null) model.files.delete(effect.removedFile)
  if (effect.file != null || effect.removedFile != null) model.filesAt = at
  for (const block of effect.loose ?? []) model.loose.set(block, { at })
  for (const block of effect.removed ?? []) model.loose.delete(block)
  return []
}

/** What came of an answer before the kill counts too, where each line is a promise. */
function acknowledgeLines (model: Model, { effect, answer, at }: Sent): void {
  if (effect.oneByOne !== true || answer == null) return

  for (const line of answer.text.split('\n').slice(0, -1)) {
    const { Key } = JSON.parse(line) as { Key?: string }
    if (Key != null) model.loose.set(multihashHex(CID.parse(Key).multihash.bytes), { at })
  }
}

/** A new page, which may get a process that was killed a moment ago. */
async function openAgain (browser: ChromiumOverPipe, origin: string, tries = 5): Promise<NodePage> {
  try {
    return await NodePage.open(browser, origin)
  } catch (err) {
    if ((err as Error).name !== 'GoneError' || tries === 1) throw err
    return await openAgain(browser, origin, tries - 1)
  }
}

async function newModel (page: NodePage, profile: string): Promise<Model> {
  const model: Model = { identity: '', pins: new Map(), loose: new Map(), config: new Map(), keys: new Map(), published: new Map(), files: new Map(), filesAt: new Map(), local: new Set(), gone: new Set(), nextSeed: 1, known: [] }
  await settle(model, await look(page), logPositions(profile))
  return model
}

/** Makes the repo small again, and sees that a gc leaves what the pins need and nothing else. */
async function tidy (page: NodePage, model: Model, profile: string, random: Random): Promise<void> {
  for (const cid of random.some([...model.pins.keys()], Math.max(0, model.pins.size - KEPT_PINS))) await must(page, `pin/rm?arg=${cid}`)
  await must(page, 'repo/gc')
  const seen = await look(page)
  const rest = [...seen.local].filter((block) => !seen.reachable.has(block))
  const { RepoSize } = lines<{ RepoSize: number }>(await ask(page, 'repo/stat'))[0]
  const size = await ending('the sizes of all blocks', page.sizeOf([...seen.local].map(rawCid)))
  if (RepoSize !== size) throw new Error(`repo/stat counts ${RepoSize} bytes, the blocks have ${size}`)
  if (rest.length > 0) throw new Error(`after a gc ${rest.length} blocks stay that no pin needs`)
  model.known = []
  await settle(model, seen, logPositions(profile))
}

async function must (page: NodePage, ...request: Parameters<NodePage['rpc']>): Promise<void> {
  const answer = await ending(request[0], page.rpc(...request))
  if (answer.status !== 200 || answer.broken || lines<{ Error?: string }>(answer).some(({ Error }) => Error != null && Error !== '')) {
    throw new Error(`${request[0].slice(0, 80)}: ${answer.status} ${answer.text.slice(-300)}`)
  }
}
