import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { parsePort } from '../node-adapter/cli/parse-port.ts'
import { UsageError } from '../node-adapter/cli/usage-error.ts'

export interface RelayArgs {
  /** port for peers: TCP for WebSockets, UDP for WebRTC-direct */
  port: number
  /** port of the router */
  httpPort: number
  /** address to listen on */
  host: string
  /**
   * File with the private key of the relay's peer ID, created if missing. Its WebRTC-direct certificate is stored next
   * to it as `FILE.webrtc.pem`. Without a file the relay has a new peer ID at each start.
   */
  identity: string | undefined
  tls: { cert: string; key: string } | undefined
  /** Multiaddrs to announce in place of those of the machine's interfaces. */
  announce: string[]
  /** whether relayed connections are unlimited in time and bytes */
  unlimited: boolean
}

export const RELAY_USAGE = `usage: swipfs relay [--port N] [--http-port N] [--host ADDRESS] [--identity FILE]
       [--cert FILE --key FILE] [--announce MULTIADDR]… [--unlimited]

  --port N         TCP port for WebSockets, and UDP port for WebRTC-direct if supported; 0 picks both (4002)
  --http-port N    port of the router (/routing/v1) and of /relay.json; 0 picks one (4003)
  --host ADDRESS   address to listen on (0.0.0.0, all addresses of this machine)
  --identity FILE  file of the relay's key; FILE.webrtc.pem holds its WebRTC-direct certificate
                   (without it, a new key at each start)
  --cert, --key    certificate and key in PEM, for TLS on both ports; pages served over https need it
  --announce M     multiaddr to announce, for example /dns4/relay.example/tcp/443/wss; repeatable
  --unlimited      do not limit relayed connections; by default each ends after 2 minutes or 128 KiB
`

const OPTIONS = {
  port: { type: 'string', default: '4002' },
  'http-port': { type: 'string', default: '4003' },
  host: { type: 'string', default: '0.0.0.0' },
  identity: { type: 'string' },
  cert: { type: 'string' },
  key: { type: 'string' },
  announce: { type: 'string', multiple: true, default: [] as string[] },
  unlimited: { type: 'boolean', default: false }
} as const

/** @throws UsageError */
export function parseRelayArgs (args: string[]): RelayArgs {
  const values = parseOptions(args)

  if ((values.cert == null) !== (values.key == null)) {
    throw new UsageError('--cert and --key must be used together')
  }

  return {
    port: parsePort('--port', values.port),
    httpPort: parsePort('--http-port', values['http-port']),
    host: values.host,
    identity: values.identity,
    tls: values.cert == null || values.key == null
      ? undefined
      : { cert: readFileOption('--cert', values.cert), key: readFileOption('--key', values.key) },
    announce: values.announce,
    unlimited: values.unlimited
  }
}

function parseOptions (
  args: string[]
): {
  port: string
  'http-port': string
  host: string
  identity?: string
  cert?: string
  key?: string
  announce: string[]
  unlimited: boolean
} {
  try {
    return parseArgs({ args, options: OPTIONS }).values
  } catch (err) {
    throw UsageError.of(err)
  }
}

function readFileOption (option: string, name: string): string {
  try {
    return readFileSync(name, 'utf8')
  } catch (err) {
    throw new UsageError(`${option}: ${(err as Error).message}`)
  }
}
