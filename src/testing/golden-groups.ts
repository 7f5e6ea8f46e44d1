import { readFileSync } from 'node:fs'
import type { GoldenFile, Scenario } from './golden-types.ts'

/** The groups that this version of the node answers. Every scenario in them is played, apart from those of `comesLater`. */
export const GROUPS = [
  'add', 'block', 'cat', 'cid', 'commands', 'config', 'dag', 'gateway-car', 'gateway-conditional', 'gateway-formats', 'gateway-path',
  'get', 'id', 'ls', 'multibase', 'pin', 'refs', 'repo', 'resolve', 'transport', 'version'
] as const

/** Commands that come with an issue of their own: MFS, keys and names, the network. */
const LATER = /\/api\/v0\/(files|key|name|routing|swarm|pubsub|p2p|bootstrap|stats(?!\/repo)|log|object|filestore|diag|bitswap)(\/|\?|$)/

export function goldenFile (group: string): GoldenFile {
  return JSON.parse(readFileSync(new URL(`./golden/${group}.json`, import.meta.url), 'utf8')) as GoldenFile
}

/** Why a scenario cannot be played yet; undefined for those that are. */
export function comesLater (scenario: Scenario): string | undefined {
  const needs = scenario.steps.map(({ request }) => LATER.exec(request?.target ?? '')?.[1]).find((group) => group != null)

  if (needs != null && scenario.steps.some(({ compare }) => compare !== 'status-only')) {
    return `needs ${needs}/*`
  }

  if (scenario.setup?.peer != null) {
    return 'needs a second node'
  }

  if (scenario.steps.some(({ request }) => request?.target.includes('to-files=') === true)) {
    return 'needs files/*'
  }

  return undefined
}
