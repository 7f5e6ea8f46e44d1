import { exportKey, rpc } from '../../client/index.ts'
import type { KeyFormat } from '../lib/key-file.ts'
import { keyFileName } from '../lib/key-file.ts'
import { plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { saveBytes } from '../lib/save-bytes.ts'
import { Store } from '../lib/store.ts'
import { t } from '../lib/t.ts'
import { say } from './news.ts'
import { whenReady } from './node.ts'

export interface NodeKey {
  name: string
  /** the name that it gives to content: behind `/ipns/` */
  id: string
}

export interface NodeKeysState {
  /** undefined until read; the node's own, `self`, first */
  keys?: readonly NodeKey[]
  /** something is done with one */
  busy?: boolean
  problem?: PlainError
}

export const nodeKeys = new Store<NodeKeysState>({})

/** The node's own key: it can neither be renamed nor removed. */
export const SELF = 'self'

/** A name is looked for, and published, no longer. */
const TIMEOUT = '60s'

/** How a name is looked up: by what others know now. */
export const RESOLVE_OPTIONS = { timeout: TIMEOUT, nocache: 'true' }
/** How one is published: it is signed and kept here whether others can be told or not. */
export const PUBLISH_OPTIONS = { 'allow-offline': 'true', timeout: TIMEOUT }

export async function readKeys (): Promise<void> {
  try {
    await whenReady()
    const { Keys } = await rpc<{ Keys: Array<{ Name: string, Id: string }> | null }>('key/ls')
    nodeKeys.patch({ keys: (Keys ?? []).map(({ Name, Id }) => ({ name: Name, id: Id })).sort((a, b) => Number(b.name === SELF) - Number(a.name === SELF) || a.name.localeCompare(b.name)) })
  } catch (err) {
    nodeKeys.patch({ problem: plainError(err) })
  }
}

/** @returns whether it was done; the list shows why it was not */
export async function generateKey (name: string, type: string): Promise<boolean> {
  return await act(async () => {
    await rpc('key/gen', { args: [name], options: { type } })
    say(t('The key {name} was made.', { name }))
  })
}

export async function renameKey (name: string, newName: string): Promise<boolean> {
  return await act(async () => {
    await rpc('key/rename', { args: [name, newName] })
    say(t('{name} is called {newName} now.', { name, newName }))
  })
}

/** For good: nobody can publish under its name any more. */
export async function removeKey (name: string): Promise<boolean> {
  return await act(async () => {
    await rpc('key/rm', { args: [name] })
    say(t('The key {name} was removed.', { name }))
  })
}

/** How one is taken in: of every kind that the node can use. */
export function importOptions (format: KeyFormat): Record<string, string> {
  return { format, 'allow-any-key-type': 'true' }
}

/** Takes in a private key. @throws RpcError where it is none, is here already, or another has the name */
export async function importKey (name: string, file: Blob, format: KeyFormat): Promise<void> {
  await whenReady()
  await rpc('key/import', { args: [name], options: importOptions(format), files: [{ path: name, content: file }] })
  say(t('The key {name} was taken in.', { name }))
  await readKeys()
}

/** Has the browser save a private key, which nothing protects then. @throws KeyBackupError */
export async function saveKey (name: string, format: KeyFormat): Promise<void> {
  const key = await exportKey(name, { format })
  saveBytes(new Blob([new Uint8Array(key)], { type: 'application/octet-stream' }), keyFileName(name, format))
  key.fill(0)
  say(t('The key {name} was given to the browser to be saved, without a password.', { name }))
}

export interface Published {
  value: string
  /** what became of it at each place, as the node tells it; empty where it is kept here alone */
  places: Array<{ place: string, problem?: string }>
}

/** Lets the name of a key lead to a path. @throws RpcError */
export async function publishUnder (name: string, path: string): Promise<Published> {
  const { Value, Places } = await rpc<{ Value: string, Places?: Array<{ Place: string, Problem?: string }> | null }>('name/publish', { args: [path], options: { key: name, ...PUBLISH_OPTIONS } })
  return { value: Value, places: (Places ?? []).map(({ Place, Problem }) => ({ place: Place, problem: Problem })) }
}

/** Where a name leads to. @param name - of a key, or a domain name, with or without `/ipns/` */
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
