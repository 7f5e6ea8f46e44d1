import type { BackgroundNode } from './background-node.ts'

export interface BackgroundReport {
  looks: number
  /** checks in which the peer saw no connection to the node */
  peerGone: number
  /** checks in which the relay saw no connection to the node */
  relayGone: number
  /** seconds until each connection was first missing; undefined if it never was */
  firstPeerGoneS: number | undefined
  firstRelayGoneS: number | undefined
}

/**
 * Checks periodically from outside whether a node in the background is still connected, until the time is over.
 *
 * @param told - called after each check
 */
export async function watchBackground (
  node: Pick<BackgroundNode, 'isPeerConnected' | 'isRelayConnected'>,
  { forMs, everyMs, onLine = () => {} }: { forMs: number; everyMs: number; onLine?: (line: string) => void }
): Promise<BackgroundReport> {
  const start = performance.now()
  const seconds = (): number => Math.round((performance.now() - start) / 1000)
  const report: BackgroundReport = {
    looks: 0,
    peerGone: 0,
    relayGone: 0,
    firstPeerGoneS: undefined,
    firstRelayGoneS: undefined
  }

  while (performance.now() - start < forMs) {
    await new Promise((resolve) => setTimeout(resolve, everyMs))
    const [isPeer, isRelay] = [await node.isPeerConnected(), node.isRelayConnected()]
    report.looks++

    if (!isPeer) {
      report.peerGone++
      report.firstPeerGoneS ??= seconds()
    }

    if (!isRelay) {
      report.relayGone++
      report.firstRelayGoneS ??= seconds()
    }

    onLine(`${seconds()} s\tpeer ${isPeer ? 'connected' : 'GONE'}\trelay ${isRelay ? 'connected' : 'GONE'}`)
  }

  return report
}
