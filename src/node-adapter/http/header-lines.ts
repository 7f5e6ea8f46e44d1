import type { ConfigStore } from '../../config/config-store.ts'
import { headerValue } from '../../http/headers/header-value.ts'

/** Splits a header into its lines on the wire: one per value if Kubo sends several. */
export type HeaderLines = (name: string, value: string) => string[]

/** Headers that boxo sends as one line per value (`gateway/headers.go`, `gateway/handler.go`). */
const GATEWAY_LISTS = [
  'access-control-allow-headers',
  'access-control-allow-methods',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'allow'
]

/** Returns the header lines of the RPC port: `API.HTTPHeaders` as configured. */
export function rpcHeaderLines (config: ConfigStore): HeaderLines {
  return (name, value) => configuredLines(config, 'API.HTTPHeaders', name, value) ?? [value]
}

/** Returns the header lines of the gateway port: `Gateway.HTTPHeaders` as configured, and lists item by item. */
export function gatewayHeaderLines (config: ConfigStore): HeaderLines {
  return (name, value) =>
    GATEWAY_LISTS.includes(name.toLowerCase())
      ? value.split(', ')
      : configuredLines(config, 'Gateway.HTTPHeaders', name, value) ?? [value]
}

/**
 * Returns the configured lines of a header; undefined if it is not configured. The handlers join them, because a page
 * would see only the first line.
 */
function configuredLines (config: ConfigStore, key: string, name: string, value: string): string[] | undefined {
  const entries = Object.entries(config.get<Record<string, string[]>>(key) ?? {}).filter(([configured]) =>
    configured.toLowerCase() === name.toLowerCase()
  )
  const lines = entries.at(-1)?.[1].map(headerValue)
  return lines?.join(', ').trim() === value ? lines : undefined
}
