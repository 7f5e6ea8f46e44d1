import type { ConfigStore } from '../config/config-store.ts'
import { AGENT_VERSION } from '../repo/version.ts'

/** Kubo `core/commands/cmdutils.CleanAndTrim` */
const MAX_SUFFIX_CHARACTERS = 128

/** How the node names itself, with `Version.AgentSuffix` behind it. */
export function agentVersion (config: Pick<ConfigStore, 'get'>): string {
  const suffix = Array.from((config.get<string | null>('Version.AgentSuffix') ?? '').replace(/\p{C}/gu, '').trim()).slice(0, MAX_SUFFIX_CHARACTERS).join('')
  return suffix === '' ? AGENT_VERSION : `${AGENT_VERSION}/${suffix}`
}
