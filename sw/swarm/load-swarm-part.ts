import type { openSwarmInWorker } from './swarm-part.ts'

const PART = './swarm.js'

/** Script name, in the folder of the worker's script. */
const SCRIPT = 'swarm.js'

/** Whether the script of the worker was registered with `?swarm=on`. */
export function wantsSwarm (script: string): boolean {
  return new URL(script).searchParams.get('swarm') === 'on'
}

/**
 * Loads the part of the worker's script that makes the node a peer, without running it. A worker may import scripts
 * only during installation, and later only those that it imported then (Service Workers, `importScripts(urls)`). So the
 * first call must be in the install event.
 *
 * @param script - URL of the script
 * @throws a NetworkError if it cannot be loaded, and an Error if it has another version
 */
export function loadSwarmPart (script = SCRIPT): void {
  if (!swipfsParts.has(PART)) {
    swipfsParts.load(script)
  }
}

/** Runs the loaded part. */
export function swarmPart (script = SCRIPT): { openSwarmInWorker: typeof openSwarmInWorker } {
  loadSwarmPart(script)
  return swipfsParts.require(PART) as { openSwarmInWorker: typeof openSwarmInWorker }
}
