import { importCar, rpcDone } from '../../../client/index.ts'
import type { ImportedCar } from '../../../client/index.ts'
import { readPins } from '../../client/read-pins.ts'
import { freeName } from '../../folder/lib/free-name.ts'
import { namesIn } from '../../folder/state/mfs.ts'
import { joinPath, parentOf, pathParts } from '../../lib/links/mfs-path.ts'
import type { Placed } from '../lib/picked.ts'

/** Result of an import. */
export interface ImportedHere extends ImportedCar {
  /** roots that were added to the folder, with their paths */
  put: ReadonlyArray<{ path: string; cid: string }>
  /** roots that are no file and no folder: they stay pinned */
  pinned: readonly string[]
}

/**
 * Imports a CAR, and adds its roots to the target's folder, which protects them instead of the import's pins. A single
 * root gets the name of the archive.
 *
 * @throws an Error for a file without blocks and roots, and the errors of `importCar`
 */
export async function importOne (
  { name, toFiles, entries: [{ content }] }: Placed,
  { onProgress, signal }: { onProgress: (bytes: number) => void; signal: AbortSignal }
): Promise<ImportedHere> {
  const before = await pinnedRoots(signal)
  const imported = await importCar(content as Blob, { name, onProgress, signal })

  if (imported.roots.length === 0 && imported.blocks === 0) {
    throw new Error('there are no blocks in the file')
  }

  return { ...imported, ...await putRoots(imported, toFiles.replace(/\.car$/i, ''), before) }
}

/** Returns the existing pins, which must stay. */
async function pinnedRoots (signal: AbortSignal): Promise<Set<string>> {
  const pinned = new Set<string>()
  for await (const { cid, type } of readPins({ signal })) {
    if (type === 'recursive') {
      pinned.add(cid)
    }
  }
  return pinned
}

async function putRoots (
  { roots }: ImportedCar,
  path: string,
  before: ReadonlySet<string>
): Promise<Pick<ImportedHere, 'put' | 'pinned'>> {
  const put: Array<{ path: string; cid: string }> = []
  const pinned: string[] = []
  const whole = roots.filter(({ error }) => error === '')
  const folder = parentOf(path)
  const taken = await namesIn(folder)

  for (const { cid } of whole) {
    // The name of the archive is used for a single root.
    const target = joinPath(folder, freeName(whole.length === 1 ? pathParts(path).at(-1)! : cid, taken))

    try {
      // Through the port: a browser logs each failed fetch.
      await rpcDone('files/cp', { args: [`/ipfs/${cid}`, target], options: { offline: true }, files: [] })
      if (!before.has(cid)) {
        await rpcDone('pin/rm', { args: [cid] })
      }
      put.push({ path: target, cid })
    } catch {
      pinned.push(cid)
    }
  }

  return { put, pinned }
}
