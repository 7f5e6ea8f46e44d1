import type { ConfigStore } from '../config/config-store.ts'
import { cleanAndTrim } from '../go/clean-and-trim.ts'
import { AGENT_VERSION } from '../repo/version.ts'

/** How the node names itself, with `Version.AgentSuffix` behind it. */
export function agentVersion (config: Pick<ConfigStore, 'get'>): string {
  const suffix = cleanAndTrim(config.get<string | null>('Version.AgentSuffix') ?? '')
  return suffix === '' ? AGENT_VERSION : `${AGENT_VERSION}/${suffix}`
}
