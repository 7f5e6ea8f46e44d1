import { rpcDone } from '../../../client/index.ts'
import { perform } from '../../actions/state/dispatch.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { parentOf, pathParts } from '../../lib/links/mfs-path.ts'
import { t, tn, words } from '../../lib/text/t.ts'
import { binnedPath } from './bin.ts'
import { refreshFiles } from './files.ts'
import { moveEntry, namesIn } from './mfs.ts'

/** An added entry, and the path of the older one that it should replace. */
export interface Replacement {
  from: string
  to: string
}

/** Puts added entries in place of older ones, which move to the Bin. It is one step, and can be undone. */
export async function replaceEntries (replacements: readonly Replacement[]): Promise<void> {
  const all = replacements.map((one) => ({ ...one, old: binnedPath(one.to) }))

  await perform(all, {
    doing: words('Replacing'),
    job: async ({ from, to, old }, signal) => {
      if ((await namesIn(parentOf(to))).has(nameIn(to))) {
        await moveOld(to, old, signal)
      }
      await moveEntry({ from, to }, { signal })
    },
    undo: (done) => ({
      done: () =>
        done.length === 1
          ? t('Replaced “{name}”', { name: nameIn(done[0].to) })
          : tn(done.length, 'Replaced {n} item', 'Replaced {n} items'),
      back: async () => {
        for (const { from, to, old } of done) {
          await moveEntry({ from: to, to: from })
          await moveOld(old, to)
        }
      },
      ran: done.map(({ from, to }) => ranLine('files/mv', [from, to]))
    }),
    settle: refreshFiles
  })
}

/** Moves a replaced entry. Nothing follows it, because its path goes on to exist: a published folder stays there. */
async function moveOld (from: string, to: string, signal?: AbortSignal): Promise<void> {
  await rpcDone('files/mkdir', { args: [parentOf(to)], options: { parents: true }, signal })
  await rpcDone('files/mv', { args: [from, to], signal })
}

function nameIn (path: string): string {
  return pathParts(path).at(-1)!
}
