import type { openSwarmInWorker } from './swarm-part.ts'

const PART = './swarm.js'

/** Beside the script of the worker. */
const SCRIPT = 'swarm.js'

interface TrustedTypes {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => { createScriptURL: (url: string) => string }
}

/** A Content Security Policy that comes with the script of the worker counts in it, and may demand Trusted Types. */
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** Whether the script of the worker was registered with `?swarm=on`. */
export function wantsSwarm (script: string): boolean {
  return new URL(script).searchParams.get('swarm') === 'on'
}

/**
 * Loads the part of the worker's script that makes it a peer; nothing of it runs yet. A worker may load scripts only while it is
 * being installed, and afterwards those alone that it has loaded then (Service Workers, `importScripts(urls)`): so it is called
 * for the first time in the install event.
 *
 * @param script - where it lies
 * @throws a NetworkError when it cannot be had, and an Error when it is of another version
 */
export function loadSwarmPart (script = SCRIPT): void {
  if (!swipfsParts.has(PART)) {
    const rules = { createScriptURL: (url: string) => url }
    policy ??= (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('swipfs', rules) ?? rules
    importScripts(policy.createScriptURL(`${script}?${__SWIPFS_VERSION__}`))
  }
}

/** Runs it. */
export function swarmPart (script = SCRIPT): { openSwarmInWorker: typeof openSwarmInWorker } {
  loadSwarmPart(script)
  return swipfsParts.require(PART) as { openSwarmInWorker: typeof openSwarmInWorker }
}
