import { readFileSync } from 'node:fs'
import { corrected } from './golden-corrections.ts'
import type { GoldenFile } from './golden-types.ts'

/** The groups whose commands this version has. A scenario that also asks for another command is left out where the node says that it lacks it. */
export const GROUPS = [
  'add', 'bitswap', 'block', 'bootstrap', 'cat', 'cid', 'commands', 'config', 'corners', 'dag', 'diag', 'files', 'filestore', 'gateway-car',
  'gateway-conditional', 'gateway-formats', 'gateway-host', 'gateway-path', 'get', 'id', 'key', 'log', 'ls', 'multibase', 'name', 'node', 'object', 'p2p', 'pin',
  'pin-remote', 'ping', 'provide', 'pubsub', 'refs', 'repo', 'resolve', 'routing', 'stats', 'swarm', 'transport', 'version'
] as const

/** The records of a group, without those answers in which Kubo has lost data. */
export function goldenFile (group: string): GoldenFile {
  const file = JSON.parse(readFileSync(new URL(`./golden/${group}.json`, import.meta.url), 'utf8')) as GoldenFile
  return { ...file, scenarios: file.scenarios.map((scenario) => corrected(group, scenario)) }
}
