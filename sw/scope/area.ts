import { withoutBase } from './base-path.ts'

/** The part of the worker that answers a path of this origin. */
export type Area = 'rpc' | 'gateway' | 'shell'

/**
 * Returns the area of a path: `/api` is the node's RPC, `/ipfs`, `/ipns` and `/mfs` its gateway, all others the app
 * shell.
 */
export function areaOf (pathname: string): Area {
  switch (withoutBase(pathname).split('/', 2)[1]) {
    case 'api':
      return 'rpc'
    case 'ipfs':
    case 'mfs':
    case 'ipns':
      return 'gateway'
    default:
      return 'shell'
  }
}

/** Whether a path belongs to Kubo's RPC. Other paths below `/api` are no commands. */
export function isRpcPath (pathname: string): boolean {
  return /^\/api\/v0(\/|$)/.test(pathname)
}
