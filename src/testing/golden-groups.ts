import { readFileSync } from 'node:fs'
import { corrected } from './golden-corrections.ts'
import type { GoldenFile } from './golden-types.ts'

/**
 * Groups with commands that this version implements. A scenario that needs another command is skipped if the node
 * reports it as missing.
 */
export const GROUPS = [
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
] as const

/** Reads the records of a group, without the answers in which Kubo has lost data. */
export function goldenFile (group: string): GoldenFile {
  const file = JSON.parse(readFileSync(new URL(`./golden/${group}.json`, import.meta.url), 'utf8')) as GoldenFile
  return { ...file, scenarios: file.scenarios.map((scenario) => corrected(group, scenario)) }
}
