import type { AskedHosts } from '../protocol/messages.ts'
import { ownCommand, unlessClosed } from '../rpc/own-command.ts'

const TIMEOUT_MS = 10_000

/** The answer of `swipfs/config/hosts`. */
interface ContactedHosts {
  Hosts: string[]
  IsOff: boolean
  Peers: string[] | null
}

/**
 * Returns the hosts that the node contacts by its current settings: sources of missing content, and the first peers.
 * The setting `HTTPRetrieval.Enabled` disables all of them. Undefined if the node does not open.
 *
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * const asked = await askedHosts()
 * if (asked != null) console.log(asked.isOff ? 'offline' : asked.hosts)
 * ```
 */
export async function askedHosts (
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<AskedHosts | undefined> {
  const [hosts] = await unlessClosed(ownCommand<ContactedHosts>('config/hosts', { timeoutMs, signal }), [])
  return hosts == null
    ? undefined
    : { hosts: hosts.Hosts, isOff: hosts.IsOff, ...hosts.Peers == null ? {} : { peers: hosts.Peers } }
}
