/** Who answers a path of this origin. */
export type Area = 'rpc' | 'gateway' | 'shell'

/** `/api` is the node's RPC, `/ipfs` and `/ipns` its gateway, all else the page. */
export function areaOf (pathname: string): Area {
  switch (pathname.split('/', 2)[1]) {
    case 'api': return 'rpc'
    case 'ipfs':
    case 'ipns': return 'gateway'
    default: return 'shell'
  }
}
