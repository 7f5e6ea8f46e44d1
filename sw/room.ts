import { Key } from 'interface-datastore'
import type { RoomAnswer } from '../src/client/messages.ts'
import { StorageFullError } from './storage-full-error.ts'
import type { LazyNode } from './lazy-node.ts'

/** A row that says nothing. No estimate of a browser tells of a full disk; whether one byte more is taken does. */
const PROBE_KEY = new Key('/local/room')

/** Whether the disk, or this origin's share of it, is full. What goes wrong otherwise is no full disk. */
export async function answerRoom (node: LazyNode): Promise<RoomAnswer> {
  try {
    await node.hold(async ({ datastore }) => { await datastore.put(PROBE_KEY, Uint8Array.of(1)) })
    return { type: 'room', full: false }
  } catch (err) {
    return { type: 'room', full: ['QuotaExceededError', StorageFullError.name].includes((err as Error).name) }
  }
}
