import { keepLocal, readLocal } from '../../lib/text/local-text.ts'

/**
 * Settings of ipfs-webui (`src/bundles/gateway.js` of its v4.13), as JSON: the user's setting, and the value that its
 * explorer derives from it.
 */
const LOCAL_GATEWAY = 'ipfsLocalGateway'
const EXPLORER_GATEWAY = 'kuboGateway'

/**
 * Configures ipfs-webui at `/webui/` to use this origin as its gateway, unless the user set another one. Its explorer
 * reads blocks from a gateway setting of its own, by default port 8080 of this machine. It derives the second setting
 * from the first too late for its first visit, so both are set.
 */
export function leadWebui (): void {
  const { origin, protocol, hostname, port } = location
  const here = JSON.stringify(origin)

  if (readLocal(LOCAL_GATEWAY) == null) {
    keepLocal(LOCAL_GATEWAY, here)
  }

  if (readLocal(LOCAL_GATEWAY) === here && readLocal(EXPLORER_GATEWAY) == null) {
    const isSafe = protocol === 'https:'
    const defaultPort = isSafe ? '443' : '80'

    keepLocal(
      EXPLORER_GATEWAY,
      JSON.stringify({
        host: hostname,
        port: port === '' ? defaultPort : port,
        protocol: protocol.slice(0, -1),
        trustlessBlockBrokerConfig: { init: { allowLocal: true, allowInsecure: !isSafe } }
      })
    )
  }
}
