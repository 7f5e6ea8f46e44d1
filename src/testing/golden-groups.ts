import { readFileSync } from 'node:fs'
import type { GoldenFile } from './golden-types.ts'

/** The groups whose commands this version has. A scenario that also asks for another command is left out where the node says that it lacks it. */
export const GROUPS = [
  'add', 'block', 'cat', 'cid', 'commands', 'config', 'corners', 'dag', 'gateway-car', 'gateway-conditional', 'gateway-formats', 'gateway-path',
  'get', 'id', 'key', 'ls', 'multibase', 'name', 'pin', 'refs', 'repo', 'resolve', 'routing', 'transport', 'version'
] as const

export function goldenFile (group: string): GoldenFile {
  return JSON.parse(readFileSync(new URL(`./golden/${group}.json`, import.meta.url), 'utf8')) as GoldenFile
}
