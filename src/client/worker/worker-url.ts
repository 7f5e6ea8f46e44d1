import { WorkerRefusedError } from '../protocol/errors.ts'
import { TIMER_SCRIPT_NAME } from './timer-script.ts'

/** URL of the worker's script; its scope is the whole origin. */
export const WORKER_URL = '/sw.js'

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string }
  ) => { createScriptURL: (url: string) => unknown }
}

/**
 * Blockstore of a new repo: `packed-idb` (the default, fast), or `idb`, one value per block by the package
 * blockstore-idb.
 */
export type BlockstoreKind = 'packed-idb' | 'idb'

export interface WorkerKind {
  /** packed by default */
  blockStore?: BlockstoreKind
  /** whether the node is a peer; default false */
  swarm?: boolean
  /** URL of the script; default `/sw.js` */
  script?: string
}

/** The only queries that are passed to the script, in addition to its own. */
const QUERIES = ['', 'datastore=idb', 'swarm=on', 'datastore=idb&swarm=on']

/** Registered scripts, which the policy allows. */
const scripts = [WORKER_URL]

let policy: { createScriptURL: (kind: string) => unknown } | undefined

/** Prefix of the policy's input for a script of `timerScriptUrl`. */
const TIMER = 'timer '

/**
 * Returns the URL of the script of `startTimerWorker`.
 *
 * @param place - scope of the service worker that serves the script, or the URL of a blob of this origin with the
 *   script
 * @throws WorkerRefusedError like `workerUrl`
 */
export function timerScriptUrl (place: string): string {
  policy ??= createPolicy()
  return policy.createScriptURL(TIMER + place) as string
}

/**
 * Returns the URL of the worker's script. The shell's policy requires Trusted Types; this module makes all script URLs,
 * and only these.
 *
 * @throws WorkerRefusedError if the policy of the page forbids a Trusted Types policy named `swipfs`
 */
export function workerUrl ({ blockStore = 'packed-idb', swarm = false, script = WORKER_URL }: WorkerKind = {}): string {
  policy ??= createPolicy()

  if (!scripts.includes(script)) {
    scripts.push(script)
  }

  return policy.createScriptURL(
    String(scripts.indexOf(script) * QUERIES.length + (blockStore === 'idb' ? 1 : 0) + (swarm ? 2 : 0))
  ) as string
}

function createPolicy (): NonNullable<typeof policy> {
  const scriptUrl = (number: string): string =>
    withQuery(
      scripts[Math.floor(Number(number) / QUERIES.length)] ?? WORKER_URL,
      QUERIES[Number(number) % QUERIES.length]
    )
  const rules = {
    createScriptURL: (input: string) =>
      input.startsWith(TIMER) ? timerScript(input.slice(TIMER.length)) : scriptUrl(input)
  }

  try {
    return (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('swipfs', rules) ?? rules
  } catch (cause) {
    throw new WorkerRefusedError(
      "the Content Security Policy of this page allows no Trusted Types policy of the name 'swipfs'",
      { cause }
    )
  }
}

/**
 * Checks the place of a timer script.
 *
 * @throws TypeError if it is of another origin
 */
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
