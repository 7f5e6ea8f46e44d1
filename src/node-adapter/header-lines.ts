import type { ConfigStore } from '../config/config-store.ts'
import { headerValue } from '../http/header-value.ts'

/** A header as it goes over the wire: one line a value where Kubo sends several. */
export type HeaderLines = (name: string, value: string) => string[]

/** Lists that boxo sends one line a value (`gateway/headers.go`, `gateway/handler.go`). */
const GATEWAY_LISTS = ['access-control-allow-headers', 'access-control-allow-methods', 'access-control-allow-origin', 'access-control-expose-headers', 'allow']

/** The lines of the RPC port: those of `API.HTTPHeaders` as they are configured. */
export function rpcHeaderLines (config: ConfigStore): HeaderLines {
  return (name, value) => configured(config, 'API.HTTPHeaders', name, value) ?? [value]
}

/** The lines of the gateway port: those of `Gateway.HTTPHeaders` as they are configured, and lists item by item. */
export function gatewayHeaderLines (config: ConfigStore): HeaderLines {
  return (name, value) => GATEWAY_LISTS.includes(name.toLowerCase())
    ? value.split(', ')
    : configured(config, 'Gateway.HTTPHeaders', name, value) ?? [value]
}

/** The handlers join the lines of a name, as a page would see only the first; undefined for a header that is not of the configuration. */
function configured (config: ConfigStore, key: string, name: string, value: string): string[] | undefined {
  const entries = Object.entries(config.get<Record<string, string[]>>(key) ?? {}).filter(([configured]) => configured.toLowerCase() === name.toLowerCase())
  const lines = entries.at(-1)?.[1].map(headerValue)
  return lines?.join(', ').trim() === value ? lines : undefined
}
