import type { CID } from 'multiformats/cid'
import { withWriteSession } from '../../repo/with-write-session.ts'
import type { Context } from '../../rpc/command/context.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { patchLinks } from '../../unixfs/change/patch-links.ts'
import type { LinkChange } from '../../unixfs/change/patch-links.ts'
import { checkDirectory } from './check-directory.ts'

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
  { node, blocks, signal, cids }: Context,
  { allowBigBlock, allowNonUnixfs }: { allowBigBlock: boolean; allowNonUnixfs: boolean | undefined }
): Promise<{ Hash: string }> {
  const patched = await patchLinks(root, path, change, {
    blocks,
    signal,
    allowBigBlock,
    checkRoot: allowNonUnixfs === true ? undefined : (data) => {
      checkDirectory(data, change.kind)
    }
  })

  await withWriteSession(node, signal, async ({ put }) => {
    for (const { cid, bytes } of patched.blocks) {
      await put(cid, bytes)
    }
  })

  return { Hash: cids.encode(patched.root) }
}
