import { ignoredSettings, inspect, isPersistent, rpc, storageEstimate } from '../../../client/index.ts'
import { lastProblems } from '../../client/last-problems.ts'
import { node, pageVersion } from '../../client/node.ts'
import { hasPeers, readNetwork } from '../../network/state/network.ts'
import { reportText } from '../lib/report-text.ts'
import { configuration, readConfiguration } from './configuration.ts'

/** Commands that the report runs. */
export const REPORT_COMMANDS = ['repo/stat', 'swarm/peers', 'config/show'] as const

const NOT_KNOWN = 'not known'

function protectionOf (persistent: boolean | undefined): string {
  if (persistent == null) {
    return NOT_KNOWN
  }
  return persistent ? 'protected' : 'not protected: the browser may delete it'
}

/**
 * Returns a report of this node and its browser. Unavailable parts are marked. Always in English, because it is for
 * support.
 */
export async function makeReport (): Promise<string> {
  await readNetwork()

  const [worker, estimate, persistent, stat, peers, ignored] = await Promise.all([
    inspect({ timeoutMs: 5000 }).catch(() => undefined),
    storageEstimate(),
    isPersistent(),
    rpc<{ RepoSize: number; NumObjects: number }>('repo/stat').catch(() => undefined),
    hasPeers() === true
      ? rpc<{ Peers: unknown[] | null }>('swarm/peers').then(({ Peers }) => Peers?.length ?? 0, () => undefined)
      : 0,
    ignoredSettings().catch(() => []),
    node.value.phase === 'ready' ? readConfiguration() : undefined
  ])
  const { settings = [], config = {} } = configuration.value
  const { phase, agent } = node.value

  return reportText({
    facts: [
      ['Created', new Date().toISOString()],
      ['Page', pageVersion ?? NOT_KNOWN],
      ['Worker', worker?.version ?? NOT_KNOWN],
      ['Node', `${phase}${agent == null ? '' : `, ${agent}`}${worker?.error == null ? '' : `, ${worker.error}`}`],
      ['Browser', navigator.userAgent],
      ['Languages', navigator.languages.join(', ')],
      ['Blocks', stat == null ? NOT_KNOWN : `${stat.RepoSize} bytes in ${stat.NumObjects} blocks`],
      ['Browser storage', `${estimate.usage ?? NOT_KNOWN} of ${estimate.quota ?? NOT_KNOWN} bytes`],
      ['Storage', protectionOf(persistent)],
      ['Connections', hasPeers() === false ? 'none, because the node has no peers' : String(peers ?? NOT_KNOWN)],
      ['Invalid settings', ignored.length === 0 ? 'none' : ignored.map(({ message }) => message).join('; ')]
    ],
    settings,
    config,
    problems: lastProblems()
  })
}
