import { base64pad } from 'multiformats/bases/base64'
import { callDone, callOnce } from '../node-calls.ts'
import type { NodeCalls } from '../node-calls.ts'
import { UntrustedRecordError } from './device-errors.ts'

interface InspectAnswer {
  Entry: { Value: string }
  Validation: { Valid: boolean; Reason: string } | null
}

/**
 * Signs a value with a key of the node, as an IPNS record that the node stores.
 *
 * @param keyName - name or ID of the key
 * @param lifetime - a Go duration, such as `720h`
 * @returns the record
 */
export async function signRecord (
  calls: NodeCalls,
  { keyName, value, lifetime }: { keyName: string; value: string; lifetime: string }
): Promise<Uint8Array> {
  const { Name } = await callOnce<{ Name: string }>(calls, 'name/publish', {
    args: [value],
    options: { key: keyName, resolve: false, lifetime, 'allow-offline': true, offline: true }
  })
  return await localRecord(calls, Name)
}

/**
 * Sends the stored record of a key to routers, pubsub and the DHT.
 *
 * @returns whether at least one of them accepted it
 */
export async function announceRecord (
  calls: NodeCalls,
  { name, record, signal }: { name: string; record: Uint8Array; signal?: AbortSignal }
): Promise<boolean> {
  const { Places } = await callOnce<{ Places?: Array<{ Problem?: string }> | null }>(calls, 'name/put', {
    args: [name],
    options: { force: true, timeout: '60s' },
    file: record,
    signal
  })
  // Kubo reports no places: its command fails if there is none.
  return Places == null || Places.some(({ Problem }) => Problem == null)
}

/**
 * Looks a record up in the network.
 *
 * @returns undefined if there is none
 */
export async function findRecord (
  calls: NodeCalls,
  name: string,
  { signal, timeout = '20s' }: { signal?: AbortSignal; timeout?: string } = {}
): Promise<Uint8Array | undefined> {
  return await getRecord(calls, name, { timeout }, signal).catch(() => {
    signal?.throwIfAborted()
    return undefined
  })
}

/**
 * Returns the value of a record.
 *
 * @param name - the IPNS name whose key must have signed it
 * @throws UntrustedRecordError for an invalid or expired record
 */
export async function verifyRecord (calls: NodeCalls, name: string, record: Uint8Array): Promise<string> {
  const { Entry, Validation } = await callOnce<InspectAnswer>(calls, 'name/inspect', {
    options: { verify: name, dump: false },
    file: record
  }).catch((err: Error) => {
    throw new UntrustedRecordError(err.message)
  })

  if (Validation?.Valid !== true) {
    throw new UntrustedRecordError(Validation?.Reason ?? 'the record is not signed')
  }

  return Entry.Value
}

/**
 * Creates a key.
 *
 * @returns its IPNS name
 */
export async function createKey (calls: NodeCalls, keyName: string): Promise<string> {
  return (await callOnce<{ Id: string }>(calls, 'key/gen', { args: [keyName], options: { type: 'ed25519' } })).Id
}

/** Removes keys. Those that do not exist are no error. */
export async function removeKeys (calls: NodeCalls, keyNames: readonly string[]): Promise<void> {
  for (const name of keyNames) {
    await callDone(calls, 'key/rm', { args: [name] }).catch(() => {})
  }
}

async function localRecord (calls: NodeCalls, name: string): Promise<Uint8Array> {
  return await getRecord(calls, name, { offline: true })
}

async function getRecord (
  calls: NodeCalls,
  name: string,
  options: Record<string, string | boolean>,
  signal?: AbortSignal
): Promise<Uint8Array> {
  const { Extra } = await callOnce<{ Extra: string }>(calls, 'routing/get', {
    args: [`/ipns/${name}`],
    options,
    signal
  })
  return base64pad.baseDecode(Extra)
}
