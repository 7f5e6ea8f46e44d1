import { rpcStream } from '../../client/index.ts'
import { EMPTY_FOLDER } from '../lib/empty-folder.ts'

/** A pin. */
export interface Kept {
  cid: string
  /** empty when it was pinned without one */
  name: string
  type: 'recursive' | 'direct'
}

/** The pins of the node with their names, as they come. */
export async function * readPins ({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<Kept> {
  for (const type of ['recursive', 'direct'] as const) {
    for await (const { Cid, Name = '' } of rpcStream<{ Cid: string, Name?: string }>('pin/ls', { options: { type, stream: true, names: true }, signal })) {
      // every node pins the empty folder when it is made (Kubo's init does); nobody added it
      if (Cid !== EMPTY_FOLDER || Name !== '') yield { cid: Cid, name: Name, type }
    }
  }
}
