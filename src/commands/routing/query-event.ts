import type { PeerAddresses } from '../../net/addresses/peer-addresses.ts'
import { outputShape } from '../../rpc/command/output.ts'
import type { DhtEvent } from '../../swarm/dht.ts'

/** Kinds of events of a query (go-libp2p `core/routing/query.go`). */
export const QUERY_EVENT = {
  sendingQuery: 0,
  peerResponse: 1,
  finalPeer: 2,
  error: 3,
  provider: 4,
  value: 5,
  dialingPeer: 7
} as const

/** An event of a routing query. */
export interface QueryEvent {
  /** the peer that the event concerns */
  ID: string
  Type: number
  Responses: PeerAddresses[] | null
  Extra: string
}

/** Field order of a Go struct: for commands with one value. */
export const valueShape = outputShape('QueryEvent', 'ID:string Type:int Responses:list Extra:string')

/** Field order of a Go map: for commands with events. */
export const eventShape = outputShape(
  'QueryEvent',
  'Extra:string ID:string Responses:list Type:int',
  'ID:string Type:int Responses:list Extra:string'
)

export function errorEvent (text: string): QueryEvent {
  return { Extra: text, ID: '', Responses: null, Type: QUERY_EVENT.error }
}

/** Returns the event of a found peer, or of a provider. */
export function peerEvent (type: 'finalPeer' | 'provider', peer: PeerAddresses): QueryEvent {
  return { Extra: '', ID: '', Responses: [peer], Type: QUERY_EVENT[type] }
}

/** Converts an event of the DHT. */
export function dhtEvent (event: DhtEvent): QueryEvent {
  const { kind, peer: ID } = event

  switch (kind) {
    case 'ask':
      return { Extra: '', ID, Responses: null, Type: QUERY_EVENT.sendingQuery }
    case 'answer':
      return { Extra: '', ID, Responses: event.peers, Type: QUERY_EVENT.peerResponse }
    case 'dial':
      return { Extra: '', ID, Responses: null, Type: QUERY_EVENT.dialingPeer }
    case 'problem':
      return { ...errorEvent(event.problem), ID }
  }
}

/**
 * Formats an event (Kubo `core/commands/routing.go`, `printEvent`). Errors and the addresses of providers are printed
 * only if `verbose`.
 */
export function eventLine ({ Type, Extra, ID, Responses }: QueryEvent, verbose: boolean): string {
  const [peer] = Responses ?? []
  const time = verbose ? `${timeOfDay()}: ` : ''

  switch (Type) {
    case QUERY_EVENT.error:
      return verbose ? `${time}error: ${Extra}\n` : ''
    case QUERY_EVENT.sendingQuery:
      return verbose ? `${time}* querying ${ID}\n` : ''
    case QUERY_EVENT.dialingPeer:
      return verbose ? `${time}dialing peer: ${ID}\n` : ''
    case QUERY_EVENT.peerResponse:
      return verbose ? `${time}* ${ID} says use ${(Responses ?? []).map(({ ID }) => `${ID} `).join('')}\n` : ''
    case QUERY_EVENT.finalPeer:
      return peer == null ? `${time}${ID}\n` : time + peer.Addrs.map((address) => `${address}\n`).join('')
    case QUERY_EVENT.provider:
      return verbose
        ? `${time}provider: ${peer.ID}\n${peer.Addrs.map((address) => `\t${address}\n`).join('')}`
        : `${peer.ID}\n`
    default:
      return ''
  }
}

/** Formats the local time, as `15:04:05.000`. */
function timeOfDay (now = new Date()): string {
  const [hours, minutes, seconds] = [now.getHours(), now.getMinutes(), now.getSeconds()].map((part) =>
    String(part).padStart(2, '0')
  )
  return `${hours}:${minutes}:${seconds}.${String(now.getMilliseconds()).padStart(3, '0')}`
}
