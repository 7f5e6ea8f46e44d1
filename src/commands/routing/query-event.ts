import { shape } from '../../rpc/output.ts'

/** Kinds of events of a query (go-libp2p `core/routing/query.go`). */
export const QUERY_EVENT = { error: 3, value: 5 } as const

/** What happens while the routing is asked. */
export interface QueryEvent {
  /** the peer that it is about */
  ID: string
  Type: number
  Responses: Array<{ ID: string, Addrs: string[] }> | null
  Extra: string
}

/** In the order of a Go struct: of commands with one value. */
export const valueShape = shape('QueryEvent', 'ID:string Type:int Responses:list Extra:string')

/** In the order of a Go map: of commands with events. */
export const eventShape = shape('QueryEvent', 'Extra:string ID:string Responses:list Type:int')

export function errorEvent (text: string): QueryEvent {
  return { Extra: text, ID: '', Responses: null, Type: QUERY_EVENT.error }
}

/** The line of an event (Kubo `core/commands/routing.go`, `printEvent`): an error shows only where more is wanted. */
export function eventLine ({ Type, Extra }: QueryEvent, verbose: boolean): string {
  return verbose && Type === QUERY_EVENT.error ? `${timeOfDay()}: error: ${Extra}\n` : ''
}

/** Local time, as `15:04:05.000`. */
function timeOfDay (now = new Date()): string {
  const [hours, minutes, seconds] = [now.getHours(), now.getMinutes(), now.getSeconds()].map((part) => String(part).padStart(2, '0'))
  return `${hours}:${minutes}:${seconds}.${String(now.getMilliseconds()).padStart(3, '0')}`
}
