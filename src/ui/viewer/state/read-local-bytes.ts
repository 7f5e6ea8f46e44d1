import { askNode } from '../../client/ask-node.ts'
import { isMissing } from '../../client/is-missing.ts'

/** The locally stored part of a file, in bytes of its DAG. */
export interface LocalBytes {
  isWhole: boolean
  bytes: number
  /** total bytes; undefined if even the root block is missing */
  of?: number
}

/**
 * Measures the locally stored part of a file. The network is not used.
 *
 * @throws RpcError if the node cannot tell
 */
export async function readLocalBytes (cid: string, { signal }: { signal: AbortSignal }): Promise<LocalBytes> {
  try {
    const { Local, SizeLocal = 0, CumulativeSize } = await askNode<
      { Local?: boolean; SizeLocal?: number; CumulativeSize: number }
    >('files/stat', { args: [`/ipfs/${cid}`], options: { 'with-local': true, offline: true }, signal })
    return { isWhole: Local === true, bytes: SizeLocal, of: CumulativeSize }
  } catch (err) {
    if (!isMissing(err)) {
      throw err
    }
    return { isWhole: false, bytes: 0 }
  }
}
