import type { ConfigStore } from '../../config/config-store.ts'
import { cleanAndTrim } from '../../go/url/clean-path.ts'
import { AGENT_VERSION } from '../../repo/version.ts'

/** Returns the agent version of the node, followed by `Version.AgentSuffix`. */
export function agentVersion (config: Pick<ConfigStore, 'get'>): string {
  const suffix = cleanAndTrim(config.get<string | null>('Version.AgentSuffix') ?? '')
  return suffix === '' ? AGENT_VERSION : `${AGENT_VERSION}/${suffix}`
}
