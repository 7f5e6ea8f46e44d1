import { isError } from '../../errors/define-error.ts'
import { AppDataError, RpcError } from '../protocol/errors.ts'
import { ownCommand } from '../rpc/own-command.ts'
import type { CallLimits } from '../rpc/own-command.ts'

/** Timeout. A node that opens may first have to roll back writes of a killed worker. */
const TIMEOUT_MS = 60_000

/** Limits of the keys of one `get`: their number, and their characters in the query, which a server may limit. */
const MAX_KEYS = 256
const MAX_QUERY_CHARS = 8000

const CHUNK_BYTES = 0x6000

/** Rows of the app to read or to change. */
export interface AppDataQuestion {
  /** lists the keys below it */
  prefix?: string
  /** returns their values */
  get?: string[]
  /** written atomically with `remove` */
  put?: Array<[key: string, value: Uint8Array]>
  remove?: string[]
}

/** The answer to `AppDataQuestion`. */
export interface AppDataAnswer {
  keys: string[]
  /** values for `get`, in order; undefined for missing ones */
  values: Array<Uint8Array | undefined>
}

/**
 * Reads or changes rows of the app in the node's datastore. The changes of one call are atomic, and durable when this
 * resolves. The rows belong to this origin; content cannot read them. The node's own rows are not accessible.
 *
 * @param question - `prefix` lists the keys below it; `get` returns one value per key, undefined for missing ones;
 *   `put` and `remove` change rows
 * @throws AppDataError if the node refuses them, or does not open
 * @throws NodeNotReadyError if no worker answers in time
 * @example
 * ```ts
 * await appData({ put: [['notes/1', new TextEncoder().encode('hi')]] })
 * const { keys } = await appData({ prefix: 'notes/' })
 * const { values: [note] } = await appData({ get: ['notes/1'] })
 * ```
 */
export async function appData (
  { prefix, get = [], put, remove }: AppDataQuestion,
  { timeoutMs = TIMEOUT_MS, signal }: { timeoutMs?: number; signal?: AbortSignal } = {}
): Promise<AppDataAnswer> {
  const limits = { timeoutMs, signal }

  try {
    const keys = prefix == null ? [] : await listKeys(prefix, limits)
    const values: AppDataAnswer['values'] = []

    for (const args of batchKeys(get)) {
      const rows = await ownCommand<{ Value: string | null }>('app-data/get', limits, { args })
      values.push(...rows.map(({ Value }) => Value == null ? undefined : fromBase64(Value)))
    }

    if (put != null || remove != null) {
      const content = new Blob([...(put ?? []).map(writtenRow), ...(remove ?? []).map(removedRow)])
      await ownCommand('app-data/change', limits, { files: [{ path: '', content }] })
    }

    return { keys, values }
  } catch (err) {
    throw isError(err, RpcError) ? new AppDataError(err.message) : err
  }
}

async function listKeys (prefix: string, limits: CallLimits): Promise<string[]> {
  const rows = await ownCommand<{ Key: string }>('app-data/ls', limits, { args: [prefix] })
  return rows.map(({ Key }) => Key)
}

function* batchKeys (keys: readonly string[]): Generator<string[]> {
  let batch: string[] = []
  let chars = 0

  for (const key of keys) {
    const length = encodeURIComponent(key).length

    if (batch.length === MAX_KEYS || (batch.length > 0 && chars + length > MAX_QUERY_CHARS)) {
      yield batch
      batch = []
      chars = 0
    }

    batch.push(key)
    chars += length
  }

  if (batch.length > 0) {
    yield batch
  }
}

function writtenRow ([Key, value]: [string, Uint8Array]): string {
  return `${JSON.stringify({ Key, Value: toBase64(value) })}\n`
}

function removedRow (Key: string): string {
  return `${JSON.stringify({ Key })}\n`
}

function toBase64 (bytes: Uint8Array): string {
  if (!(bytes instanceof Uint8Array)) {
    throw new AppDataError('a value is a Uint8Array')
  }

  let text = ''

  // The chunk size is a multiple of three, so that the parts join.
  for (let start = 0; start < bytes.length; start += CHUNK_BYTES) {
    text += btoa(String.fromCharCode(...bytes.subarray(start, start + CHUNK_BYTES)))
  }

  return text
}

function fromBase64 (text: string): Uint8Array {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}
