import { cancelJob, importCar, jobs, rpc } from '../../client/index.ts'
import type { ImportedCar } from '../../client/index.ts'
import type { Picked } from '../lib/picked.ts'
import { pinName } from '../lib/pin-name.ts'

interface Pins { Keys: Record<string, { Name?: string }> }

/** Imports a CAR; a root that is the only one, and has no name yet, gets that of the file. @throws an Error for a file without blocks and roots, and as `importCar` does */
export async function importOne ({ name, entries: [{ content }] }: Picked, { onProgress, signal }: { onProgress: (bytes: number) => void, signal: AbortSignal }): Promise<ImportedCar> {
  const imported = await importCar(content as Blob, { name, onProgress, signal })
  const [root, ...others] = imported.roots

  if (root == null && imported.blocks === 0) {
    throw new Error('there are no blocks in the file')
  }

  if (root?.error === '' && others.length === 0) {
    await nameRoot(root.cid, pinName(name.replace(/\.car$/i, ''))).catch(() => {}) // it is kept all the same
  }

  return imported
}

/** That an import was cut is nobody's news once it has been done again. @param since - when it was begun for the first time, in milliseconds since 1970 */
export async function forgetCuts (since: number): Promise<void> {
  for (const { id, kind, state, begun } of await jobs().catch(() => [])) {
    if (kind === 'dag/import' && state === 'failed' && Date.parse(begun) >= since) {
      await cancelJob(id).catch(() => {})
    }
  }
}

async function nameRoot (cid: string, name: string): Promise<void> {
  const { Keys } = await rpc<Pins>('pin/ls', { args: [cid], options: { type: 'recursive', names: true } })

  if (Object.values(Keys).every(({ Name = '' }) => Name === '')) {
    await rpc('pin/add', { args: [cid], options: { name, offline: true } })
  }
}
