import { UntrustedRecordError } from './device-errors.ts'

/** State of a device that the other one merges. It is sealed, and signed with the key of the device. */
export interface DeviceRecord {
  /** ID of the pair of devices */
  drive: string
  /** number of the record, which only increases */
  number: number
  /** CID of the root of Files */
  root: string
  /** number of the last record of the other device that is merged into the root; 0 for none */
  merged: number
  /** display name of the device */
  device: string
  /** peer ID of the node */
  peer: string
  /** addresses at which others reach the device */
  addresses: string[]
  /** when it was made, in milliseconds since 1970 */
  atMs: number
}

/** Addresses in a record. */
const MAX_ADDRESSES = 4
const MAX_TEXT = 512

/** Returns the part of the addresses that a record states: those over a relay, and public ones first. */
export function recordAddresses (addresses: readonly string[]): string[] {
  const rank = (address: string): number => {
    if (address.includes('/webrtc')) {
      return 0
    }

    return address.includes('/p2p-circuit') ? 1 : 2
  }

  return [...addresses].filter(isDialable).sort((a, b) => rank(a) - rank(b)).slice(0, MAX_ADDRESSES)
}

/**
 * Checks a decrypted record.
 *
 * @throws UntrustedRecordError if a field is missing or malformed
 */
export function parseDeviceRecord (value: unknown): DeviceRecord {
  const record = value as Partial<DeviceRecord> | null

  if (
    record == null || !isText(record.drive) || !isCount(record.number) || !isCount(record.merged) ||
    !isText(record.root) || !/^[A-Za-z0-9]+$/.test(record.root) || !isText(record.device) || !isPeer(record.peer) ||
    !isCount(record.atMs) || !Array.isArray(record.addresses)
  ) {
    throw new UntrustedRecordError('the record has no valid fields')
  }

  const { drive, number, root, merged, device, peer, atMs } = record
  return { drive, number, root, merged, device, peer, atMs, addresses: parseAddresses(record.addresses) }
}

/** Returns the valid addresses of a list that another device sent. */
export function parseAddresses (addresses: readonly unknown[]): string[] {
  return addresses.filter(isText).filter(isDialable).slice(0, MAX_ADDRESSES)
}

/** Returns whether a value is a peer ID as text. */
export function isPeer (value: unknown): value is string {
  return isText(value) && /^[A-Za-z0-9]{20,128}$/.test(value)
}

export function isText (value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT
}

function isCount (value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function isDialable (address: string): boolean {
  return /^\/[\w./:%-]+\/p2p\/[A-Za-z0-9]+$/.test(address)
}
