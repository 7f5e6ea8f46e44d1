import type { CID } from 'multiformats/cid'
import { withWriteSession } from '../../repo/with-write-session.ts'
import type { Context } from '../../rpc/command/context.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { patchLinks } from '../../unixfs/change/patch-links.ts'
import type { LinkChange } from '../../unixfs/change/patch-links.ts'

export const objectShape = outputShape('Object', 'Hash?:string')

/**
 * Changes a link of a node, and stores the new nodes.
 *
 * @throws as `patchLinks` does
 */
export async function patchedObject (
  root: CID,
  path: string,
  change: LinkChange,
  { node, blocks, signal }: Context,
  { allowBigBlock }: { allowBigBlock: boolean }
): Promise<{ Hash: string }> {
  const patched = await patchLinks(root, path, change, { blocks, signal, allowBigBlock })

  await withWriteSession(node, signal, async ({ put }) => {
    for (const { cid, bytes } of patched.blocks) {
      await put(cid, bytes)
    }
  })

  return { Hash: patched.root.toString() }
}
