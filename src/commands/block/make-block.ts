import { blockTooLarge, maxBlockBytes } from '../../blocks/local/block-size.ts'
import { HASH } from '../../cid/codes/multiformat-codes.ts'
import type { UploadImports } from '../../rpc/command/upload-imports.ts'
import { entryBytes } from '../shared/entry-bytes.ts'
import { cidMaker } from './cid-maker.ts'

/**
 * Reads an entry of an upload as one block.
 *
 * @throws an Error with Kubo's message for a directory, a block that is too large, and invalid options
 */
export const makeBlock: UploadImports['block'] = async (entry, { signal, allowBigBlock, ...options }) => {
  // Kubo checks this after storing the block.
  const bytes = await entryBytes(entry, {
    signal,
    maxBytes: maxBlockBytes(allowBigBlock),
    tooLarge: () => blockTooLarge(allowBigBlock)
  })

  if (bytes == null) {
    throw new Error('expected a file')
  }

  const cid = await cidMaker(options)(bytes)

  return {
    cid,
    size: bytes.byteLength,
    store: async ({ put }) => {
      if (cid.multihash.code !== HASH.identity) {
        await put(cid, bytes)
      }
    }
  }
}
