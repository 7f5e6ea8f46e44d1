import type { PrivateKey } from '@libp2p/interface'
import { createIPNSRecordWithExpiration, marshalIPNSRecord } from 'ipns'

const MAX_SEQUENCE = 2n ** 64n - 1n

export interface CreateRecordInit {
  /** the content path, such as `/ipfs/…` */
  value: string
  /** number of the record, up to 2^64 − 1 */
  sequence: bigint
  /** end of its validity, milliseconds since 1970 */
  validityMs: number
  /** time for which others may use it without asking again */
  ttlNs: bigint
  /** adds the signature and the fields that nodes before 2021 read */
  v1compat: boolean
}

/**
 * Makes and signs a record (specs.ipfs.tech/ipns/ipns-record, "Record Creation"). Sequences from 2^63 are written as
 * Kubo writes them: as the negative integer of the same 64 bits in the signed document, as they are in the copy for
 * older nodes.
 *
 * @throws an Error for values that no record can hold
 */
export async function createRecord (
  key: PrivateKey,
  { value, sequence, validityMs, ttlNs, v1compat }: CreateRecordInit
): Promise<Uint8Array> {
  if (sequence > MAX_SEQUENCE) {
    throw new Error('sequence number is too large: it must fit 64 bits')
  }

  if (ttlNs < 0n) {
    throw new Error('ttl must be >= 0')
  }

  const record = await createIPNSRecordWithExpiration(
    key,
    value,
    BigInt.asIntN(64, sequence),
    new Date(validityMs).toISOString(),
    { ttlNs, v1Compatible: v1compat }
  )

  if (record.value !== value) {
    throw new Error('a name cannot lead to a path that begins or ends with white space')
  }

  return marshalIPNSRecord({ ...record, sequence })
}
