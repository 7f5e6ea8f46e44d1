import { keepLocal, readLocal } from './local-text.ts'

/** Settings of ipfs-webui (`src/bundles/gateway.js` of its v4.13), as JSON: what a person sets, and what its explorer makes of it. */
const LOCAL_GATEWAY = 'ipfsLocalGateway'
const EXPLORER_GATEWAY = 'kuboGateway'

/**
 * Where ipfs-webui stands at `/webui/`, its explorer reads blocks from the gateway of a setting of its own, and without one from port 8080
 * of this machine: where nobody has set it, this origin is that gateway. It makes the second of the first too late for its own first visit.
 */
export function leadWebui (): void {
  const { origin, protocol, hostname, port } = location
  const here = JSON.stringify(origin)

  if (readLocal(LOCAL_GATEWAY) == null) {
    keepLocal(LOCAL_GATEWAY, here)
  }

  if (readLocal(LOCAL_GATEWAY) === here && readLocal(EXPLORER_GATEWAY) == null) {
    const isSafe = protocol === 'https:'

    keepLocal(EXPLORER_GATEWAY, JSON.stringify({
      host: hostname,
      port: port !== '' ? port : isSafe ? '443' : '80',
      protocol: protocol.slice(0, -1),
      trustlessBlockBrokerConfig: { init: { allowLocal: true, allowInsecure: !isSafe } }
    }))
  }
}
