import type { SwarmTransport } from '../../libp2p/host/swarm-transport.ts'

/** In a variable, so that neither compiler nor bundler looks for a package that may be missing. */
const PACKAGE = '@chainsafe/libp2p-quic'

/**
 * Returns the libp2p transport for QUIC; undefined if its package is not installed. It has native code, and runs in
 * Node.js 22 and newer.
 */
export async function quicInNode (): Promise<SwarmTransport['make'] | undefined> {
  try {
    const { quic } = await import(PACKAGE) as { quic: () => SwarmTransport['make'] }
    return quic()
  } catch {
    return undefined
  }
}
