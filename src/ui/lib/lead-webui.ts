import { keepLocal, readLocal } from './local-text.ts'

/** A setting of ipfs-webui (`src/bundles/gateway.js` of its v4.13), as JSON. */
const LOCAL_GATEWAY = 'ipfsLocalGateway'

/**
 * Where ipfs-webui stands at `/webui/`, its explorer reads blocks from the gateway of a setting of its own, and without one from port 8080
 * of this machine: where nobody has set it, this origin is that gateway.
 */
export function leadWebui (): void {
  if (readLocal(LOCAL_GATEWAY) == null) {
    keepLocal(LOCAL_GATEWAY, JSON.stringify(location.origin))
  }
}
