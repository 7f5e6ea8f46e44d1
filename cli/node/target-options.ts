import { UsageError } from '../../src/node-adapter/cli/usage-error.ts'
import { openLocalTarget } from './local-target.ts'
import { remoteTarget } from './remote-target.ts'
import type { RpcTarget } from './rpc-target.ts'

/** Options of `parseArgs` with which commands name a node. */
export const TARGET_OPTIONS = {
  repo: { type: 'string' },
  api: { type: 'string' },
  token: { type: 'string' }
} as const

/** Their lines in a `usage`. */
export const TARGET_USAGE = `  --repo DIR       repo in a folder, created if missing; no other process may have it open
  --api URL        node elsewhere, by its RPC API, for example http://127.0.0.1:5001 or https://NAME.workers.dev
  --token TOKEN    token for --api; better in the environment as SWIPFS_TOKEN, which other users cannot see
`

export interface TargetArgs {
  repo?: string
  api?: string
  token?: string
}

/** @throws UsageError unless exactly one node is named */
export function checkTarget ({ repo, api, token }: TargetArgs): void {
  if ((repo == null) === (api == null)) {
    throw new UsageError('name a node: either --repo DIR or --api URL')
  }

  if (repo === '') {
    throw new UsageError('--repo must name a folder')
  }

  if (token != null && api == null) {
    throw new UsageError('--token belongs to --api')
  }

  if (api != null && !/^https?:\/\/[^/]+/.test(api)) {
    throw new UsageError(`--api must be a URL with http or https, and is '${api}'`)
  }
}

/** Opens the node that the options name. To be closed after use. */
export async function openTarget ({ repo, api, token }: TargetArgs, signal: AbortSignal): Promise<RpcTarget> {
  return api == null
    ? await openLocalTarget(repo!, signal)
    : remoteTarget(new URL(api), token ?? process.env.SWIPFS_TOKEN, signal)
}
