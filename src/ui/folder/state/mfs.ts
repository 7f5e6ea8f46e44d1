import { rpcDone } from '../../../client/index.ts'
import { askNode } from '../../client/ask-node.ts'
import { whenReadyOrFailed } from '../../client/node.ts'
import { parentOf, pathParts } from '../../lib/links/mfs-path.ts'
import { t } from '../../lib/text/t.ts'
import { reportMoved } from './moved.ts'
import type { Move } from './moved.ts'

export type { Move }

/** Returns the names of a folder's entries. */
export async function namesIn (folder: string): Promise<Set<string>> {
  await whenReadyOrFailed()
  const { Entries } = await askNode<{ Entries: Array<{ Name: string }> | null }>('files/ls', {
    args: [folder],
    options: { U: true }
  })
  return new Set(Entries?.map(({ Name }) => Name))
}

/** Throws if the path exists: moving to an existing folder would move into it. */
export async function refuseTaken (path: string): Promise<void> {
  if ((await namesIn(parentOf(path))).has(pathParts(path).at(-1)!)) {
    throw new Error(t('There is something of this name already: {path}', { path }))
  }
}

/** Moves or renames an entry. */
export async function moveEntry (move: Move, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  await rpcDone('files/mv', { args: [move.from, move.to], signal })
  await reportMoved(move)
}

/** Moves entries one by one, and creates missing folders. */
export async function moveEach (moves: readonly Move[]): Promise<void> {
  for (const { from, to } of moves) {
    if (parentOf(to) !== '/') {
      await rpcDone('files/mkdir', { args: [parentOf(to)], options: { parents: true } })
    }
    await refuseTaken(to)
    await moveEntry({ from, to })
  }
}

/** Removes entries that an action created, unless they changed since. */
export async function removeCreated (entries: ReadonlyArray<{ path: string; cid?: string }>): Promise<void> {
  for (const { path, cid } of entries) {
    if (cid != null && await cidAt(path) !== cid) {
      throw new Error(t('“{name}” has changed since. Nothing was undone.', { name: pathParts(path).at(-1)! }))
    }
    await rpcDone('files/rm', { args: [path], options: { recursive: true } })
  }
}

/** Returns the CID of an entry. */
export async function cidAt (path: string): Promise<string> {
  return (await askNode<{ Hash: string }>('files/stat', { args: [path], options: { hash: true } })).Hash
}
