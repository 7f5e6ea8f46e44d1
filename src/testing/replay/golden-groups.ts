import { readdirSync, readFileSync } from 'node:fs'
import { corrected } from './golden-corrections.ts'
import type { GoldenFile } from './golden-types.ts'

/** Groups of the records of Kubo 0.40.0. */
const GROUPS_040 = [
  'add',
  'bitswap',
  'block',
  'bootstrap',
  'cat',
  'cid',
  'commands',
  'config',
  'corners',
  'dag',
  'diag',
  'files',
  'filestore',
  'gateway-car',
  'gateway-conditional',
  'gateway-formats',
  'gateway-host',
  'gateway-path',
  'get',
  'id',
  'key',
  'log',
  'ls',
  'multibase',
  'name',
  'node',
  'object',
  'p2p',
  'pin',
  'pin-remote',
  'ping',
  'provide',
  'pubsub',
  'refs',
  'repo',
  'resolve',
  'routing',
  'stats',
  'swarm',
  'transport',
  'version'
]

const NEWER = new URL('../golden-newer/', import.meta.url)

/** Groups of the records of newer versions, `newer/NAME` for each file of golden-newer. */
const NEWER_GROUPS = readdirSync(NEWER).filter((name) => name.endsWith('.json')).sort()
  .map((name) => `newer/${name.slice(0, -'.json'.length)}`)

/**
 * Groups with commands that this version implements. A scenario that needs another command is skipped if the node
 * reports it as missing.
 */
export const GROUPS: readonly string[] = [...GROUPS_040, ...NEWER_GROUPS]

/** Returns the file of a group. */
export function goldenUrl (group: string): URL {
  return group.startsWith('newer/')
    ? new URL(`${group.slice('newer/'.length)}.json`, NEWER)
    : new URL(`../golden/${group}.json`, import.meta.url)
}

/** Reads the records of a group, without the answers in which Kubo has lost data. */
export function goldenFile (group: string): GoldenFile {
  const file = JSON.parse(readFileSync(goldenUrl(group), 'utf8')) as GoldenFile
  return { ...file, scenarios: file.scenarios.map((scenario) => corrected(group, scenario)) }
}
