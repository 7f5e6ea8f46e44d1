import { rpc } from '../../../client/index.ts'
import { whenReady } from '../../client/node.ts'
import { readPins } from '../../client/read-pins.ts'
import { Store } from '../../lib/reactive/store.ts'

export interface TakenState {
  /** number of direct and recursive pins */
  pins?: number
  /** top-level content of the MFS, and its total size */
  files?: { blocks: number; bytes: number }
  problem?: string
}

/** Pins and files that use the stored data. */
export const taken = new Store<TakenState>({})

export async function readTaken (): Promise<void> {
  try {
    await whenReady()
    let pins = 0

    for await (const _ of readPins()) {
      pins++
    }

    const { CumulativeSize, Blocks } = await rpc<{ CumulativeSize: number; Blocks: number }>('files/stat', {
      args: ['/']
    })
    taken.set({ pins, files: { blocks: Blocks, bytes: CumulativeSize } })
  } catch (err) {
    taken.patch({ problem: (err as Error).message })
  }
}
