import { rpcStream } from '../../client/index.ts'
import { EMPTY_FOLDER } from './empty-folder.ts'

/** A pin. */
export interface Kept {
  cid: string
  /** empty if the pin has no name */
  name: string
  type: 'recursive' | 'direct'
}

/** Yields the pins of the node with their names. */
export async function* readPins ({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<Kept> {
  for (const type of ['recursive', 'direct'] as const) {
    for await (
      const { Cid, Name = '' } of rpcStream<{ Cid: string; Name?: string }>('pin/ls', {
        options: { type, stream: true, names: true },
        signal
      })
    ) {
      // Every node pins the empty folder on creation (like Kubo's init); the user did not add it.
      if (Cid !== EMPTY_FOLDER || Name !== '') {
        yield { cid: Cid, name: Name, type }
      }
    }
  }
}
