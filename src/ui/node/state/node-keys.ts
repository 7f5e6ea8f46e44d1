import { exportKey, rpc } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import { saveBytes } from '../../lib/data/save-bytes.ts'
import { Store } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import type { KeyFormat } from '../lib/key-file.ts'
import { keyFileName } from '../lib/key-file.ts'

export interface NodeKey {
  name: string
  /** its IPNS name, used below `/ipns/` */
  id: string
}

export interface NodeKeysState {
  /** undefined until read; the node's own key, `self`, is first */
  keys?: readonly NodeKey[]
  /** whether an action on a key is running */
  busy?: boolean
  problem?: PlainError
}

export const nodeKeys = new Store<NodeKeysState>({})

/** The node's own key, which can be neither renamed nor removed. */
export const SELF = 'self'

/** Timeout for resolving and publishing a name. */
const TIMEOUT = '60s'

/** Options for resolving a name from the network, without the cache. */
export const RESOLVE_OPTIONS = { timeout: TIMEOUT, nocache: 'true' }
/** Options for publishing: the record is signed and stored even if it cannot be published. */
export const PUBLISH_OPTIONS = { 'allow-offline': 'true', timeout: TIMEOUT }

export async function readKeys (): Promise<void> {
  try {
    await whenReady()
    const { Keys } = await rpc<{ Keys: Array<{ Name: string; Id: string }> | null }>('key/ls')
    nodeKeys.patch({
      keys: (Keys ?? []).map(({ Name, Id }) => ({ name: Name, id: Id })).sort((a, b) =>
        Number(b.name === SELF) - Number(a.name === SELF) || a.name.localeCompare(b.name)
      )
    })
  } catch (err) {
    nodeKeys.patch({ problem: plainError(err) })
  }
}

/** @returns whether it succeeded; the list shows the error */
export async function generateKey (name: string, type: string): Promise<boolean> {
  return await act(async () => {
    await rpc('key/gen', { args: [name], options: { type } })
    announceNews(t('Created the key {name}.', { name }))
  })
}

export async function renameKey (name: string, newName: string): Promise<boolean> {
  return await act(async () => {
    await rpc('key/rename', { args: [name, newName] })
    announceNews(t('Renamed {name} to {newName}.', { name, newName }))
  })
}

/** Removes a key permanently: its name can no longer be updated. */
export async function removeKey (name: string): Promise<boolean> {
  return await act(async () => {
    await rpc('key/rm', { args: [name] })
    announceNews(t('Removed the key {name}.', { name }))
  })
}

/** Returns the import options: all key types that the node supports. */
export function importOptions (format: KeyFormat): Record<string, string> {
  return { format, 'allow-any-key-type': 'true' }
}

/**
 * Imports a private key.
 *
 * @throws RpcError if it is invalid, already exists, or the name is taken
 */
export async function importKey (name: string, file: Blob, format: KeyFormat): Promise<void> {
  await whenReady()
  await rpc('key/import', { args: [name], options: importOptions(format), files: [{ path: name, content: file }] })
  announceNews(t('Imported the key {name}.', { name }))
  await readKeys()
}

/**
 * Downloads a private key, unencrypted.
 *
 * @throws KeyBackupError
 */
export async function saveKey (name: string, format: KeyFormat): Promise<void> {
  const key = await exportKey(name, { format })
  saveBytes(new Blob([new Uint8Array(key)], { type: 'application/octet-stream' }), keyFileName(name, format))
  key.fill(0)
  announceNews(t('Exported the key {name} without a password.', { name }))
}

export interface Published {
  value: string
  /** result per record place, as reported by the node; empty if it is only stored locally */
  places: Array<{ place: string; problem?: string }>
}

/**
 * Publishes a path under a key's name.
 *
 * @throws RpcError
 */
export async function publishUnder (name: string, path: string): Promise<Published> {
  const { Value, Places } = await rpc<{ Value: string; Places?: Array<{ Place: string; Problem?: string }> | null }>(
    'name/publish',
    { args: [path], options: { key: name, ...PUBLISH_OPTIONS } }
  )
  return { value: Value, places: (Places ?? []).map(({ Place, Problem }) => ({ place: Place, problem: Problem })) }
}

/**
 * Resolves a name.
 *
 * @param name - of a key, or a domain name, with or without `/ipns/`
 */
export async function resolveName (name: string, { signal }: { signal?: AbortSignal } = {}): Promise<string> {
  await whenReady({ signal })
  return (await rpc<{ Path: string }>('name/resolve', { args: [name], options: RESOLVE_OPTIONS, signal })).Path
}

async function act (work: () => Promise<void>): Promise<boolean> {
  nodeKeys.patch({ busy: true, problem: undefined })

  try {
    await whenReady()
    await work()
    await readKeys()
    return true
  } catch (err) {
    nodeKeys.patch({ problem: plainError(err) })
    return false
  } finally {
    nodeKeys.patch({ busy: false })
  }
}
