import { Key } from 'interface-datastore'
import type { RoomAnswer } from '../../src/client/protocol/messages.ts'
import { isError, QUOTA_EXCEEDED } from '../../src/errors/define-error.ts'
import type { LazyNode } from '../node/lazy-node.ts'
import { StorageFullError } from '../storage/open-with-ballast.ts'

/** An empty row. Browser estimates do not reveal a full disk; a write does. */
const PROBE_KEY = new Key('/local/room')

/** Returns whether the disk, or this origin's quota, is full. Other errors do not count as a full disk. */
export async function answerRoom (node: LazyNode): Promise<RoomAnswer> {
  try {
    await node.hold(async ({ datastore }) => {
      await datastore.put(PROBE_KEY, Uint8Array.of(1))
    })
    return { type: 'room', full: false }
  } catch (err) {
    return { type: 'room', full: isError(err, QUOTA_EXCEEDED) || isError(err, StorageFullError) }
  }
}
