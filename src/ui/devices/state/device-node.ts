import { acceptStreams, appData, openStream, rpc, rpcStream } from '../../../client/index.ts'
import type { PageStream } from '../../../client/index.ts'
import type { DeviceRows } from '../../../devices/device-rows.ts'
import type { DeviceLine } from '../../../devices/drive/device-sync.ts'
import type { NodeCalls } from '../../../devices/node-calls.ts'

/** Commands of the node of this origin. */
export const deviceCalls: NodeCalls = <T>(
  command: string,
  { args = [], options, file, signal }: Parameters<NodeCalls>[1] = {}
) =>
  rpcStream<T>(command, {
    args: [...args],
    options,
    files: file == null ? [] : [{ path: 'record', content: file }],
    signal
  })

/** Rows of the node of this origin. */
export const deviceRows: DeviceRows = {
  list: async (prefix) => (await appData({ prefix })).keys,
  get: async (get) => (await appData({ get })).values,
  change: async (changes) => {
    await appData(changes)
  }
}

/** Protocol on which paired devices exchange their records: each sends one, and closes its side. */
const PROTOCOL = '/x/swipfs-devices/1'

/** An IPNS record has at most 10 KiB. */
const MAX_RECORD_BYTES = 16 * 1024

const SWAP_MS = 20_000

const STREAMS = 'Experimental.Libp2pStreamMounting'

/** Exchanges records over streams of libp2p. */
export const deviceLine: DeviceLine = {
  swap: async (peer, record, signal) => {
    return await inTime(async (limit) => {
      const stream = await openStream(peer, PROTOCOL, { signal: AbortSignal.any([signal, limit]) })
      return await finish(stream, limit, async () => {
        await send(stream, record)
        return await readRecord(stream)
      })
    })
  }
}

/**
 * Answers records of the other device until the signal aborts.
 *
 * @param answer - returns the own record for a record of a peer
 */
export async function answerDevices (
  answer: (peer: string, record: Uint8Array) => Promise<Uint8Array | undefined>,
  { signal }: { signal: AbortSignal }
): Promise<void> {
  const { ended } = await acceptStreams(PROTOCOL, (stream) => {
    void inTime(async (limit) =>
      await finish(stream, limit, async () => {
        const record = await readRecord(stream)
        await send(stream, record == null ? undefined : await answer(stream.peer, record))
      })
    ).catch(() => {}) // The other device tries again.
  }, { signal })
  await ended
}

/** Allows pages of this node to exchange streams with other nodes. No stream is accepted without a page. */
export async function allowStreams (): Promise<void> {
  await rpc('config', { args: [STREAMS, 'true'], options: { bool: true } })
}

/** Aborts the signal of a job after `SWAP_MS`. */
async function inTime<T> (job: (limit: AbortSignal) => Promise<T>): Promise<T> {
  const limit = new AbortController()
  const timer = setTimeout(() => {
    limit.abort(new Error('the other device did not answer in time'))
  }, SWAP_MS)

  try {
    return await job(limit.signal)
  } finally {
    clearTimeout(timer)
  }
}

async function finish<T> (stream: PageStream, limit: AbortSignal, job: () => Promise<T>): Promise<T> {
  const late = (): void => {
    stream.abort(limit.reason as Error)
  }
  limit.addEventListener('abort', late)

  try {
    return await job()
  } catch (err) {
    stream.abort()
    throw err
  } finally {
    limit.removeEventListener('abort', late)
  }
}

async function send ({ writable }: PageStream, record: Uint8Array | undefined): Promise<void> {
  const writer = writable.getWriter()

  if (record != null) {
    await writer.write(record)
  }

  await writer.close()
}

/** @throws an Error for more bytes than a record has */
async function readRecord ({ readable }: PageStream): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = []
  let size = 0

  for (const reader = readable.getReader();;) {
    const { done, value } = await reader.read()

    if (done) {
      return size === 0 ? undefined : new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
    }

    parts.push(value)
    size += value.byteLength

    if (size > MAX_RECORD_BYTES) {
      throw new Error('the record is too long')
    }
  }
}
