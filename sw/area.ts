import { withoutBase } from './base.ts'

/** Who answers a path of this origin. */
export type Area = 'rpc' | 'gateway' | 'shell'

/** `/api` is the node's RPC, `/ipfs`, `/ipns` and `/mfs` its gateway, all else the page. */
export function areaOf (pathname: string): Area {
  switch (withoutBase(pathname).split('/', 2)[1]) {
    case 'api': return 'rpc'
    case 'ipfs':
    case 'mfs':
    case 'ipns': return 'gateway'
    default: return 'shell'
  }
}

/** Whether a path is of the RPC as Kubo has it; anything else below `/api` is none of its commands. */
export function isRpcPath (pathname: string): boolean {
  return /^\/api\/v0(\/|$)/.test(pathname)
}
