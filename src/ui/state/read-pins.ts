import { rpcStream } from '../../client/index.ts'

/** A pin. */
export interface Kept {
  cid: string
  /** empty when it was pinned without one */
  name: string
  type: 'recursive' | 'direct'
}

/** Every node pins the empty directory when it is made (Kubo's init does); nobody added it. */
const EMPTY_DIRECTORY = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'

/** The pins of the node with their names, as they come. */
export async function * readPins ({ signal }: { signal?: AbortSignal } = {}): AsyncGenerator<Kept> {
  for (const type of ['recursive', 'direct'] as const) {
    for await (const { Cid, Name = '' } of rpcStream<{ Cid: string, Name?: string }>('pin/ls', { options: { type, stream: true, names: true }, signal })) {
      if (Cid !== EMPTY_DIRECTORY || Name !== '') yield { cid: Cid, name: Name, type }
    }
  }
}
