import { WorkerRefusedError } from './errors.ts'
import { TIMER_SCRIPT_NAME } from './timer-script.ts'

/** Where the worker's script lies; its scope is the whole origin. */
export const WORKER_URL = '/sw.js'

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => unknown }
}

/** How a new repo keeps its blocks: packed (the default, fast), or one value a block by package blockstore-idb. */
export type BlockstoreKind = 'packed-idb' | 'idb'

export interface WorkerKind {
  /** packed when left out */
  blockStore?: BlockstoreKind
  /** whether the node is a peer of others; false when left out */
  swarm?: boolean
  /** where the script lies; `/sw.js` when left out */
  script?: string
}

/** Whatever is asked for, no other query is given, but for one that the script has itself. */
const QUERIES = ['', 'datastore=idb', 'swarm=on', 'datastore=idb&swarm=on']

/** The scripts that were asked for. */
const scripts = [WORKER_URL]

let policy: { createScriptURL: (kind: string) => unknown } | undefined

/** Marks the input of the policy that stands for a script of `timerScriptUrl`. */
const TIMER = 'timer '

/**
 * The URL of the script of `startTimerWorker`.
 *
 * @param place - scope of the service worker that serves the script, or the URL of a blob of this origin that holds it
 * @throws WorkerRefusedError as `workerUrl` does
 */
export function timerScriptUrl (place: string): string {
  policy ??= createPolicy()
  return policy.createScriptURL(TIMER + place) as string
}

/**
 * The shell's policy demands Trusted Types; this is the one place that makes a
 * script URL, and it makes only these.
 *
 * @throws WorkerRefusedError when the policy of the page lets nobody make one by the name `swipfs`
 */
export function workerUrl ({ blockStore = 'packed-idb', swarm = false, script = WORKER_URL }: WorkerKind = {}): string {
  policy ??= createPolicy()

  if (!scripts.includes(script)) {
    scripts.push(script)
  }

  return policy.createScriptURL(String(scripts.indexOf(script) * QUERIES.length + (blockStore === 'idb' ? 1 : 0) + (swarm ? 2 : 0))) as string
}

function createPolicy (): NonNullable<typeof policy> {
  const scriptUrl = (number: string): string => withQuery(scripts[Math.floor(Number(number) / QUERIES.length)] ?? WORKER_URL, QUERIES[Number(number) % QUERIES.length])
  const rules = { createScriptURL: (input: string) => input.startsWith(TIMER) ? timerScript(input.slice(TIMER.length)) : scriptUrl(input) }

  try {
    return (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('swipfs', rules) ?? rules
  } catch (cause) {
    throw new WorkerRefusedError("the Content Security Policy of this page allows no Trusted Types policy of the name 'swipfs'", { cause })
  }
}

/** @throws TypeError for a place of another origin */
function timerScript (place: string): string {
  const isBlob = place.startsWith('blob:')
  const url = new URL(isBlob ? place : TIMER_SCRIPT_NAME, isBlob ? undefined : place)

  if (url.origin !== location.origin) {
    throw new TypeError('the script of the timer is of this origin')
  }

  return url.href
}

function withQuery (script: string, query = ''): string {
  return query === '' ? script : `${script}${script.includes('?') ? '&' : '?'}${query}`
}
