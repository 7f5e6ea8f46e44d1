import type { ExportKey, ExportKeyAnswer, SealKeys, SealKeysAnswer } from '../../src/client/protocol/messages.ts'
import { allKeys } from '../../src/keys/backup/all-keys.ts'
import { sealKeys } from '../../src/keys/backup/seal-keys.ts'
import type { LazyNode } from '../node/lazy-node.ts'

type Holder = Pick<LazyNode, 'hold'>

/** Exports all private keys, encrypted with a password, and in no other form. Never rejects. */
export async function answerSealKeys (lazy: Holder, { password }: Pick<SealKeys, 'password'>): Promise<SealKeysAnswer> {
  try {
    return await lazy.hold(async ({ keys }) => {
      const all = await allKeys(keys)
      return { type: 'seal-keys', sealed: await sealKeys(all, password), count: all.length }
    })
  } catch (err) {
    return { type: 'seal-keys', error: (err as Error).message }
  }
}

/** Exports one private key unencrypted. Never rejects. */
export async function answerExportKey (
  lazy: Holder,
  { name, format }: Omit<ExportKey, 'type'>
): Promise<ExportKeyAnswer> {
  try {
    return await lazy.hold(async ({ keys }) => ({ type: 'export-key', key: await keys.exportKey(name, format) }))
  } catch (err) {
    return { type: 'export-key', error: (err as Error).message }
  }
}
