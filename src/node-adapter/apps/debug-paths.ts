import { multiaddr } from '@multiformats/multiaddr'
import { encodeUtf8 } from '../../go/text/utf8.ts'
import type { IpfsNode } from '../../node/interface/ipfs-node.ts'
import { COMMIT, KUBO_VERSION } from '../../repo/version.ts'
import type { SwarmConnection } from '../../swarm/swarm.ts'

/** Figures of the process, which Node has; workerd has only some of them. */
interface Process {
  memoryUsage?: () => { heapUsed?: number; heapTotal?: number; rss?: number }
  uptime?: () => number
  cpuUsage?: () => { user: number; system: number }
}

const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8; escaping=underscores'

/** Profiles of a Go program, at paths that this program cannot answer. */
const GO_PROFILES = /^\/debug\/(?:pprof(?:-mutex|-block)?(?:\/|$)|stack$)/

/**
 * Answers the paths below `/debug` of the RPC port: variables and metrics of this process and node, with Kubo's names
 * where they mean the same. Returns undefined for other paths.
 */
export function debugResponse (pathname: string, node: IpfsNode): Response | undefined {
  switch (pathname) {
    case '/debug/vars':
      return textResponse(`${JSON.stringify(processVariables())}\n`, 'application/json; charset=utf-8')
    case '/debug/metrics/prometheus':
      return textResponse(metricsText(node), METRICS_TYPE)
    default:
      return GO_PROFILES.test(pathname)
        ? textResponse(
          'profiles of Go are not available: this node is no Go program. POST /api/v0/diag/profile returns a profile ' +
            'of it\n',
          undefined,
          501
        )
        : undefined
  }
}

function processFacts (): Process {
  return (globalThis as { process?: Process }).process ?? {}
}

/** Returns the variables of the process; those of the memory have the names of Go's `expvar` too. */
function processVariables (): object {
  const { memoryUsage, uptime } = processFacts()
  const memory = memoryUsage?.() ?? {}
  return {
    memory,
    memstats: { Alloc: memory.heapUsed, HeapAlloc: memory.heapUsed, HeapSys: memory.heapTotal, Sys: memory.rss },
    uptimeSeconds: uptime?.()
  }
}

/** A value of a metric, with its labels. */
type Sample = [labels: Record<string, string>, value: number]

/** Returns the metrics in Prometheus' text format 0.0.4. */
function metricsText (node: IpfsNode): string {
  return [...processMetrics(), ...nodeMetrics(node)].map(([name, type, help, samples]) =>
    samples.length === 0
      ? ''
      : `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${
        samples.map(([labels, value]) => `${name}${labelText(labels)} ${value}\n`).join('')
      }`
  ).join('')
}

type Metric = [name: string, type: 'counter' | 'gauge', help: string, samples: Sample[]]

function processMetrics (): Metric[] {
  const { memoryUsage, uptime, cpuUsage } = processFacts()
  const { heapUsed = 0, rss = 0 } = memoryUsage?.() ?? {}
  const cpu = cpuUsage?.()
  const upS = uptime?.()

  return [
    ['process_resident_memory_bytes', 'gauge', 'Resident memory size in bytes.', [[{}, rss]]],
    ['process_heap_bytes', 'gauge', 'Used bytes of the JavaScript heap.', [[{}, heapUsed]]],
    [
      'process_cpu_seconds_total',
      'counter',
      'Total user and system CPU time spent in seconds.',
      cpu == null ? [] : [[{}, (cpu.user + cpu.system) / 1e6]]
    ],
    [
      'process_start_time_seconds',
      'gauge',
      'Start time of the process since unix epoch in seconds.',
      upS == null ? [] : [[{}, Date.now() / 1000 - upS]]
    ]
  ]
}

function nodeMetrics ({ swarm, exchange, net }: IpfsNode): Metric[] {
  const stat = exchange?.stat()
  const traffic = net.bandwidth?.totals()
  const total = swarm?.opened?.resources().total
  const counted = (value: number | undefined): Sample[] => value == null ? [] : [[{}, value]]
  const byDirection = (inbound: number | undefined, outbound: number | undefined): Sample[] =>
    inbound == null || outbound == null
      ? []
      : [[{ dir: 'inbound', scope: 'system' }, inbound], [{ dir: 'outbound', scope: 'system' }, outbound]]

  return [
    ['ipfs_info', 'gauge', 'Kubo IPFS version information.', [[{ commit: COMMIT, version: KUBO_VERSION }, 1]]],
    [
      'ipfs_p2p_peers_total',
      'gauge',
      'Number of connected peers',
      peersByTransport(swarm?.opened?.connections() ?? [])
    ],
    [
      'libp2p_rcmgr_connections',
      'gauge',
      'Number of Connections',
      byDirection(total?.connectionsInbound, total?.connectionsOutbound)
    ],
    [
      'libp2p_rcmgr_streams',
      'gauge',
      'Number of Streams',
      byDirection(total?.streamsInbound, total?.streamsOutbound)
    ],
    ['ipfs_bitswap_wantlist_total', 'gauge', 'Number of items in wantlist.', counted(stat?.wants.length)],
    ['swipfs_blocks_received_total', 'counter', 'Blocks received from others.', counted(stat?.blocksReceived)],
    ['swipfs_blocks_received_bytes_total', 'counter', 'Bytes of these blocks.', counted(stat?.dataReceived)],
    ['swipfs_blocks_sent_total', 'counter', 'Blocks sent to peers.', counted(stat?.blocksSent)],
    ['swipfs_blocks_sent_bytes_total', 'counter', 'Bytes of these blocks.', counted(stat?.dataSent)],
    ['swipfs_network_received_bytes_total', 'counter', 'Bytes received from peers.', counted(traffic?.TotalIn)],
    ['swipfs_network_sent_bytes_total', 'counter', 'Bytes sent to peers.', counted(traffic?.TotalOut)]
  ]
}

/** Counts the peers by the protocols in the address of their oldest connection, as Kubo's `IpfsNodeCollector` does. */
function peersByTransport (connections: readonly SwarmConnection[]): Sample[] {
  const first = new Map([...connections].reverse().map(({ peer, address }) => [peer, address]))
  const counts = new Map<string, number>()

  for (const address of first.values()) {
    const transport = multiaddr(address).getComponents().map(({ name }) => `/${name}`).join('')
    counts.set(transport, (counts.get(transport) ?? 0) + 1)
  }

  return [...counts].map(([transport, count]) => [{ transport }, count])
}

function labelText (labels: Record<string, string>): string {
  const entries = Object.entries(labels)
  return entries.length === 0
    ? ''
    : `{${entries.map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

function textResponse (body: string, type = 'text/plain; charset=utf-8', status = 200): Response {
  return new Response(encodeUtf8(body), { status, headers: { 'Content-Type': type } })
}
