import { base64 } from 'multiformats/bases/base64'
import { removeRows } from '../device-rows.ts'
import type { DeviceRows } from '../device-rows.ts'

/** A record as far as later merges need it. */
export interface KnownRecord {
  number: number
  root: string
  /** number of the last record of the reader that it contains */
  merged: number
}

/** The other device. */
export interface OtherDevice {
  /** display name */
  device: string
  /** IPNS name of its key */
  name: string
  peer: string
  addresses: string[]
  /** when its last record arrived, in milliseconds since 1970 */
  seenMs?: number
}

/** State of a device as one of a pair. */
export interface PairState {
  /** ID of the pair */
  drive: string
  /** 32 secret bytes that both devices have, in base64 */
  secret: string
  /** the first device merges any record; the second one only those that contain its last record */
  isFirst: boolean
  /** display name of this device */
  device: string
  /** name of its key in the node */
  keyName: string
  /** IPNS name of its key */
  name: string
  other: OtherDevice
  /** own records, the oldest first, that the other device may have merged; the last one is current */
  sent: KnownRecord[]
  /** the last record of the other device that is merged */
  merged?: KnownRecord
  /** number of the record whose merge has begun and not ended */
  merging?: number
}

/** Prefix of the rows of devices. */
export const DEVICE_ROWS = '/swipfs/devices'

const STATE_KEY = `${DEVICE_ROWS}/pair`

/** Reads the state; undefined if the device is not paired. */
export async function readPairState (rows: DeviceRows): Promise<PairState | undefined> {
  const [row] = await rows.get([STATE_KEY])
  return row == null ? undefined : JSON.parse(new TextDecoder().decode(row)) as PairState
}

export async function writePairState (rows: DeviceRows, state: PairState): Promise<void> {
  await rows.change({ put: [[STATE_KEY, new TextEncoder().encode(JSON.stringify(state))]] })
}

/** Removes the state and all listings. */
export async function removePairRows (rows: DeviceRows): Promise<void> {
  // The state first: without it, the listings are of no use.
  await rows.change({ remove: [STATE_KEY] })
  await removeRows(rows, await rows.list(`${DEVICE_ROWS}/`))
}

export function secretText (secret: Uint8Array): string {
  return base64.baseEncode(secret)
}

export function secretBytes ({ secret }: Pick<PairState, 'secret'>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(base64.baseDecode(secret))
}
