import { chunksOf } from '../../client/body/response-chunks.ts'
import { call, rpc, rpcDone, rpcStream } from '../../client/rpc/rpc.ts'
import { add } from '../../client/upload/add.ts'
import { ownBytes } from '../../port/port-message.ts'
import type { PortValue } from '../../port/serve-calls.ts'
import { BridgeLimitError, BridgeScopeError } from '../protocol/bridge-errors.ts'
import type { BridgeCalls, BridgeEntry, BridgeStored } from '../protocol/bridge-messages.ts'
import { contentPath, filesPath, isContentPath, isInFolder } from '../protocol/bridge-path.ts'
import type { Grant } from './grant.ts'

/** A call of a site, with the grant at its start. */
export interface GrantedCall {
  input: unknown
  grant: Grant
  signal: AbortSignal
  /** Counts bytes before they are stored. Negative ones return a reservation. */
  reserve: (bytes: number) => Promise<void>
}

/** Entries per message of a listing. */
const ENTRIES_PER_VALUE = 256
/** Time limit of publishing. */
const PUBLISH_TIMEOUT = '60s'
/** Types of entries in answers of `ls`, as in UnixFS. */
const LS_TYPES: Readonly<Record<number, BridgeEntry['type']>> = { 0: 'file', 1: 'folder', 2: 'file', 5: 'folder' }
/** Types of entries in answers of `files/ls`. */
const FILES_TYPES: Readonly<Record<number, BridgeEntry['type']>> = { 0: 'file', 1: 'folder' }

/**
 * The calls that sites can make, by their names. Each checks its input against the grant, and sends commands that it
 * composes itself: a site never names a command or an option.
 */
export const GRANTED_CALLS: Readonly<
  Record<Exclude<keyof BridgeCalls, 'grant'>, (granted: GrantedCall) => AsyncGenerator<PortValue>>
> = {
  async *list ({ input, grant, signal }) {
    const path = readablePath(input, grant)
    yield* batchEntries(isContentPath(path) ? listContent(path, signal) : listFolder(path, signal))
  },

  async *read ({ input, grant, signal }) {
    const path = readablePath(input, grant)
    const { offset, length } = input as { offset?: unknown; length?: unknown }
    const { body } = await call(isContentPath(path) ? 'cat' : 'files/read', {
      args: [path],
      options: { offset: byteCount(offset), [isContentPath(path) ? 'length' : 'count']: byteCount(length) },
      signal
    })

    for await (const chunk of chunksOf(body)) {
      const value = ownBytes(chunk)
      yield { value, bytes: value.byteLength, transfer: [value.buffer] }
    }
  },

  async *add ({ input, grant, signal, reserve }) {
    const { path, content } = input as { path: unknown; content: unknown }
    const target = pathBelow(path, grant.scope.add, 'add')

    if (!(content instanceof Blob)) {
      throw new BridgeScopeError('the content is no Blob')
    }

    const { size } = content
    await reserve(size)

    try {
      await makeParent(target, signal)
      await add([{ path: lastSegment(target), content }], { pin: false, toFiles: target, signal })
    } catch (err) {
      await reserve(-size).catch(() => {}) // The grant may be gone.
      throw err
    }

    yield { value: await storedAt(target) }
  },

  async *pin ({ input, grant, signal, reserve }) {
    const { cid, path } = input as { cid: unknown; path: unknown }
    const target = pathBelow(path, grant.scope.pin, 'pin')
    const source = immutablePath(cid)
    const left = grant.scope.maxBytes - grant.bytes
    let bytes = 0

    for await (
      const { TotalSize = 0, UniqueBlocks = 0 } of rpcStream<{ TotalSize?: number; UniqueBlocks?: number }>(
        'dag/stat',
        { args: [source], options: { progress: true }, signal }
      )
    ) {
      bytes = TotalSize

      if (bytes > left) {
        throw new BridgeLimitError(`the content has more than the ${Math.max(0, left)} bytes that the grant has left`)
      }

      yield { value: { bytes, blocks: UniqueBlocks } }
    }

    await reserve(bytes)

    try {
      signal.throwIfAborted()
      await makeParent(target, signal)
      await rpcDone('files/cp', { args: [source, target], signal })
    } catch (err) {
      await reserve(-bytes).catch(() => {})
      throw err
    }

    yield { value: await storedAt(target) }
  },

  async *publish ({ input, grant: { scope, keyId }, signal }) {
    if (scope.publish == null || keyId == null) {
      throw notGranted('publish')
    }

    const { Name } = await rpc<{ Name: string }>('name/publish', {
      args: [immutablePath((input as { cid: unknown }).cid)],
      options: { key: keyId, 'allow-offline': true, timeout: PUBLISH_TIMEOUT },
      signal
    })
    yield { value: { name: Name } }
  }
}

/**
 * Returns the normalized path of an input, in Files or of content.
 *
 * @throws BridgeScopeError if the grant does not allow to read it
 */
function readablePath (input: unknown, { scope }: Grant): string {
  const { path } = input as { path: unknown }

  if (typeof path === 'string' && isContentPath(path)) {
    if (scope.content !== true) {
      throw notGranted('content')
    }

    return contentPath(path)
  }

  const inFiles = filesPath(path)

  if (scope.read == null || !isInFolder(inFiles, scope.read)) {
    throw notGranted('read', inFiles)
  }

  return inFiles
}

/**
 * Returns a normalized path below the folder of a permission.
 *
 * @throws BridgeScopeError if the grant does not allow it
 */
function pathBelow (path: unknown, folder: string | undefined, permission: string): string {
  const inFiles = filesPath(path)

  if (folder == null || inFiles === folder || !isInFolder(inFiles, folder)) {
    throw notGranted(permission, inFiles)
  }

  return inFiles
}

/** @throws BridgeScopeError if the path is none of content, or mutable */
function immutablePath (cid: unknown): string {
  const path = contentPath(cid)

  if (!path.startsWith('/ipfs/')) {
    throw new BridgeScopeError('the path is not that of a CID')
  }

  return path
}

function notGranted (permission: string, path?: string): BridgeScopeError {
  return new BridgeScopeError(`the grant does not allow ${permission}${path == null ? '' : ` at ${path}`}`)
}

function byteCount (value: unknown): number | undefined {
  if (value != null && (!Number.isSafeInteger(value) || (value as number) < 0)) {
    throw new BridgeScopeError('offset and length are numbers of bytes')
  }

  return value as number | undefined
}

async function* listContent (path: string, signal: AbortSignal): AsyncGenerator<BridgeEntry> {
  interface Link {
    Name: string
    Type: number
    Size?: number
    Hash: string
  }

  for await (
    const { Objects: [{ Links }] } of rpcStream<{ Objects: Array<{ Links: Link[] }> }>('ls', {
      args: [path],
      options: { stream: true },
      signal
    })
  ) {
    for (const { Name, Type, Size = 0, Hash } of Links) {
      yield { name: Name, type: LS_TYPES[Type] ?? 'other', size: Size, cid: Hash }
    }
  }
}

async function* listFolder (path: string, signal: AbortSignal): AsyncGenerator<BridgeEntry> {
  interface Entry {
    Name: string
    Type: number
    Size: number
    Hash: string
  }

  for await (
    const { Entries } of rpcStream<{ Entries: Entry[] | null }>('files/ls', {
      args: [path],
      options: { long: true },
      signal
    })
  ) {
    for (const { Name, Type, Size, Hash } of Entries ?? []) {
      yield { name: Name, type: FILES_TYPES[Type] ?? 'other', size: Size, cid: Hash }
    }
  }
}

async function* batchEntries (entries: AsyncIterable<BridgeEntry>): AsyncGenerator<PortValue> {
  let batch: BridgeEntry[] = []
  const valueOf = (value: BridgeEntry[]): PortValue => ({
    value,
    bytes: value.reduce((sum, { name, cid }) => sum + 2 * (name.length + cid.length), 0)
  })

  for await (const entry of entries) {
    batch.push(entry)

    if (batch.length === ENTRIES_PER_VALUE) {
      yield valueOf(batch)
      batch = []
    }
  }

  yield valueOf(batch)
}

function lastSegment (path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

async function makeParent (path: string, signal: AbortSignal): Promise<void> {
  await rpcDone('files/mkdir', { args: [path.slice(0, path.lastIndexOf('/'))], options: { parents: true }, signal })
}

async function storedAt (path: string): Promise<BridgeStored> {
  const { Hash, CumulativeSize } = await rpc<{ Hash: string; CumulativeSize: number }>('files/stat', { args: [path] })
  return { path, cid: Hash, size: CumulativeSize }
}
