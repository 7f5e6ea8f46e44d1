import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parseConfigOption } from '../../config/parse-config-option.ts'
import type { Json } from '../../config/values/config.ts'
import { parseGoDurationMs } from '../../go/time/parse-duration.ts'
import { parsePath } from '../../path/content-path.ts'
import type { ContentPath } from '../../path/content-path.ts'
import { parsePort } from './parse-port.ts'
import { UsageError } from './usage-error.ts'

export interface ServeArgs {
  /** folder; undefined for memory */
  repo: string | undefined
  rpcPort: number
  gatewayPort: number
  offline: boolean
  uploadStallMs: number
  /** undefined disables the pinning service */
  psaToken: string | undefined
  config: Record<string, Json>
  /** folder with `*.deny` files; undefined for none */
  denylists: string | undefined
  names: ReadonlyMap<string, ContentPath>
}

export const USAGE =
  `usage: swipfs serve [--repo DIR] [--rpc-port N] [--gateway-port N] [--offline] [--upload-stall DURATION]
       [--psa-token TOKEN] [--denylists FOLDER] [--config JSON]

  --repo DIR        folder of the repo, created if missing; without it everything is in memory, and lost at the end
  --rpc-port N      port of the RPC API; 0 picks one (5001)
  --gateway-port N  port of the gateway; 0 picks one (8080)
  --offline         no peers, and a missing block is an error at once; otherwise listens for peers at Addresses.Swarm
  --upload-stall D  abort an upload after this time without a new byte; 0 for never (60s)
  --psa-token TOKEN run a pinning service at /psa of the RPC port, for clients with this token of 8 to 1024 characters
  --denylists F     block content by the *.deny files of this folder, and follow their changes
                    (denylists in the folder of the repo, else $IPFS_PATH/denylists, if there is such a folder)
  --config JSON     values set before the start, for example {"Gateway.NoFetch": true}

  IPFS_NS_MAP in the environment maps domain names to paths without DNS, as for Kubo: NAME:/ipfs/CID,NAME:/ipns/NAME
`

const OPTIONS = {
  repo: { type: 'string' },
  'rpc-port': { type: 'string', default: '5001' },
  'gateway-port': { type: 'string', default: '8080' },
  offline: { type: 'boolean', default: false },
  'upload-stall': { type: 'string', default: '60s' },
  'psa-token': { type: 'string' },
  denylists: { type: 'string' },
  config: { type: 'string', default: '{}' }
} as const

/**
 * Parses the command line of the server.
 *
 * @param env - environment; reads `IPFS_NS_MAP` and `IPFS_PATH`
 * @throws UsageError
 */
export function parseServeArgs (args: string[], env: Record<string, string | undefined> = {}): ServeArgs {
  const values = parseOptions(args)

  return {
    repo: parseFolder('--repo', values.repo),
    rpcPort: parsePort('--rpc-port', values['rpc-port']),
    gatewayPort: parsePort('--gateway-port', values['gateway-port']),
    offline: values.offline,
    uploadStallMs: parseDurationOption('--upload-stall', values['upload-stall']),
    psaToken: checkToken(values['psa-token']),
    config: parseConfigArg(values.config),
    denylists: values.denylists ?? repoDenylists(values.repo ?? env.IPFS_PATH),
    names: parseNames(env.IPFS_NS_MAP ?? '')
  }
}

function parseOptions (
  args: string[]
): {
  repo?: string
  'rpc-port': string
  'gateway-port': string
  offline: boolean
  'upload-stall': string
  'psa-token'?: string
  denylists?: string
  config: string
} {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch (err) {
    throw UsageError.of(err)
  }
}

function parseDurationOption (option: string, text: string): number {
  const ms = parseGoDurationMs(text)

  if (ms == null || ms < 0) {
    throw new UsageError(`${option} must be a duration as 90s, or 0, and is '${text}'`)
  }

  return ms
}

function checkToken (text: string | undefined): string | undefined {
  if (text != null && !/^[!-~]{8,1024}$/.test(text)) {
    throw new UsageError('--psa-token must be 8 to 1024 characters that a header can hold, without spaces')
  }

  return text
}

/** Returns the folder where Kubo looks for denylists, if it exists. */
function repoDenylists (repo: string | undefined): string | undefined {
  const folder = repo == null || repo === '' ? undefined : join(repo, 'denylists')
  return folder != null && existsSync(folder) ? folder : undefined
}

function parseConfigArg (text: string): Record<string, Json> {
  try {
    return parseConfigOption(text)
  } catch (err) {
    throw new UsageError((err as Error).message)
  }
}

/** Parses Kubo's `IPFS_NS_MAP` (boxo `namesys.NewNameSystem`). */
function parseNames (text: string): Map<string, ContentPath> {
  return new Map(
    text.split(',').filter((pair) => pair !== '').map((pair) => {
      const [name, ...path] = pair.split(':')

      try {
        return [name, parsePath(path.join(':'))]
      } catch (err) {
        throw new UsageError(`IPFS_NS_MAP: ${(err as Error).message}`)
      }
    })
  )
}

/**
 * Checks the name of a folder or file.
 *
 * @returns undefined if the option was left out
 * @throws UsageError that names the option, for an empty name: it would be the working directory
 */
function parseFolder (option: string, text: string | undefined): string | undefined {
  if (text === '') {
    throw new UsageError(`${option} must name a folder`)
  }

  return text
}
