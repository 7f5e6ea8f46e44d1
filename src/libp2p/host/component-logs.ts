import type { ComponentLogger, Logger } from '@libp2p/interface'
import type { Logs } from '../../log/logs.ts'

/**
 * Components of js-libp2p, by the start of their names, with the subsystems that log the same in go-libp2p. The first
 * match counts.
 */
const SUBSYSTEM_OF: ReadonlyArray<readonly [component: string, subsystem: string]> = [
  ['libp2p:kad-dht', 'dht'],
  ['libp2p:gossipsub', 'pubsub'],
  ['libp2p:identify', 'net/identify'],
  ['libp2p:auto-nat', 'autonat'],
  ['libp2p:circuit-relay:server', 'relay'],
  ['libp2p:circuit-relay:discover-relays', 'autorelay'],
  ['libp2p:circuit-relay', 'p2p-circuit'],
  ['libp2p:dcutr', 'p2p-holepunch'],
  ['libp2p:ping', 'ping'],
  ['libp2p:connection-manager', 'connmgr'],
  ['libp2p:peer-store', 'peerstore'],
  ['libp2p:webrtc', 'webrtc-transport'],
  ['libp2p:websockets', 'websocket-transport'],
  ['libp2p:webtransport', 'webtransport'],
  ['libp2p:tcp', 'tcp-tpt'],
  ['libp2p:upgrader', 'upgrader'],
  ['libp2p:noise', 'upgrader'],
  ['libp2p:yamux', 'upgrader']
]

/** The subsystem of all other components. */
const SWARM = 'swarm2'

/**
 * Returns a logger for libp2p that writes to the logs of the node, in the subsystem that Kubo has for the component.
 * Errors of libp2p are warnings, since most are failures of peers; everything else has the level debug.
 */
export function componentLogs (logs: Logs): ComponentLogger {
  return { forComponent: (name) => componentLogger(logs, name) }
}

/** Returns the subsystem of a component, for example `dht` for `libp2p:kad-dht:lan:query`. */
export function subsystemOf (component: string): string {
  return SUBSYSTEM_OF.find(([start]) => component.startsWith(start))?.[1] ?? SWARM
}

function componentLogger (logs: Logs, component: string): Logger {
  const subsystem = subsystemOf(component)
  const logger = logs.logger(subsystem)

  const at = (level: 'debug' | 'warn') => (formatter: unknown, ...args: unknown[]): void => {
    // formatting costs more than most records are worth
    if (logs.passes(subsystem, level)) {
      logger[level](formatLog(formatter, args), { component })
    }
  }

  const log = Object.assign(at('debug'), {
    error: at('warn'),
    trace: at('debug'),
    enabled: false,
    newScope: (name: string) => componentLogger(logs, `${component}:${name}`)
  })
  return Object.defineProperty(log, 'enabled', { get: () => logs.passes(subsystem, 'debug') })
}

/**
 * Fills in the arguments of a text, for example `dialing %p`. All directives of libp2p are written as text; more
 * arguments follow the text.
 */
function formatLog (formatter: unknown, args: readonly unknown[]): string {
  let next = 0
  const text = typeof formatter === 'string' ? formatter : logText(formatter)
  const filled = text.replace(/%[a-zA-Z%]/g, (directive) => {
    if (directive === '%%') {
      return '%'
    }

    return next < args.length ? logText(args[next++]) : directive
  })
  return [filled, ...args.slice(next).map(logText)].join(' ')
}

function logText (value: unknown): string {
  if (value instanceof Error) {
    return value.message
  }

  if (value instanceof Uint8Array) {
    return `${value.length} bytes`
  }

  return typeof value === 'function' ? logText((value as () => unknown)()) : String(value)
}
