import { cancelJob, importCar, jobs, rpc, rpcDone } from '../../../client/index.ts'
import type { ImportedCar } from '../../../client/index.ts'
import { readPins } from '../../client/read-pins.ts'
import { freeName } from '../../folder/lib/free-name.ts'
import { joinPath, parentOf, pathParts } from '../../lib/links/mfs-path.ts'
import { pinName } from '../../storage/lib/pin-name.ts'
import type { Picked } from '../lib/picked.ts'

/** Result of an import. For an import to a folder, `pinned` are the roots that could not be added there. */
export interface ImportedHere extends ImportedCar {
  pinned?: readonly string[]
}

interface Pins {
  Keys: Record<string, { Name?: string }>
}

/**
 * Imports a CAR. A single root without a name gets the file's name. With `toFiles` the roots are added to that folder,
 * which keeps them instead of the import's pins; roots that are no file or folder stay pinned.
 *
 * @throws an Error for a file without blocks and roots, and the errors of `importCar`
 */
export async function importOne (
  { name, toFiles, entries: [{ content }] }: Picked,
  { onProgress, signal }: { onProgress: (bytes: number) => void; signal: AbortSignal }
): Promise<ImportedHere> {
  const before = toFiles == null ? undefined : await pinnedRoots(signal)
  const imported = await importCar(content as Blob, { name, onProgress, signal })
  const [root, ...others] = imported.roots

  if (root == null && imported.blocks === 0) {
    throw new Error('there are no blocks in the file')
  }

  if (toFiles != null && before != null) {
    return { ...imported, pinned: await putRoots(imported, toFiles.replace(/\.car$/i, ''), before) }
  }

  if (root?.error === '' && others.length === 0) {
    await nameRoot(root.cid, pinName(name.replace(/\.car$/i, ''))).catch(() => {}) // It is pinned anyway.
  }

  return imported
}

/**
 * Dismisses interrupted imports after they were repeated.
 *
 * @param since - start of the first try, in milliseconds since 1970
 */
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

/** @returns the roots that are no file and no folder: they stay pinned */
async function putRoots ({ roots }: ImportedCar, path: string, pinned: ReadonlySet<string>): Promise<string[]> {
  const others: string[] = []
  const whole = roots.filter(({ error }) => error === '')
  const folder = parentOf(path)
  const { Entries } = await rpc<{ Entries: Array<{ Name: string }> | null }>('files/ls', {
    args: [folder],
    options: { U: true }
  })
  const taken = new Set(Entries?.map(({ Name }) => Name))

  for (const { cid } of whole) {
    // The name of the archive is used for a single root.
    const name = freeName(whole.length === 1 ? pathParts(path).at(-1)! : cid, taken)

    try {
      // Through the port: a browser logs each failed fetch.
      await rpcDone('files/cp', {
        args: [`/ipfs/${cid}`, joinPath(folder, name)],
        options: { offline: true },
        files: []
      })
      if (!pinned.has(cid)) {
        await rpcDone('pin/rm', { args: [cid] })
      }
    } catch {
      others.push(cid)
    }
  }

  return others
}
