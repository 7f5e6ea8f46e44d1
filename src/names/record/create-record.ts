import type { PrivateKey } from '@libp2p/interface'
import { createIPNSRecordWithExpiration, marshalIPNSRecord } from 'ipns'

const MAX_SEQUENCE = 2n ** 63n - 1n

export interface CreateRecordInit {
  /** the content path, such as `/ipfs/…` */
  value: string
  sequence: bigint
  /** until when it holds, milliseconds since 1970 */
  validityMs: number
  /** for how long others may use it without asking again */
  ttlNs: bigint
  /** sign it in the old way too */
  v1compat: boolean
}

/**
 * Makes and signs a record (specs.ipfs.tech/ipns/ipns-record, "Record Creation").
 *
 * @throws an Error for what a record cannot say
 */
export async function createRecord (key: PrivateKey, { value, sequence, validityMs, ttlNs, v1compat }: CreateRecordInit): Promise<Uint8Array> {
  if (sequence > MAX_SEQUENCE) {
    throw new Error('sequence number is too large: Kubo reads no more than 63 bits') // it writes others, which nobody else reads alike
  }

  if (ttlNs < 0n) {
    throw new Error('ttl must be >= 0')
  }

  const record = await createIPNSRecordWithExpiration(key, value, sequence, new Date(validityMs).toISOString(), { ttlNs, v1Compatible: v1compat })

  if (record.value !== value) {
    throw new Error('a name cannot lead to a path that begins or ends with white space')
  }

  return marshalIPNSRecord(record)
}
