import type { CID } from 'multiformats/cid'
import type { BlockReader } from '../../blocks/reader/block-reader.ts'
import { fetchAndPin } from '../fetch/fetch-and-pin.ts'
import { fetchDag } from '../fetch/fetch-dag.ts'
import { fetchDifference } from '../fetch/fetch-difference.ts'
import type { PinnedRepo } from '../index/pinned-repo.ts'
import { pinnedNow } from './pin-commit-record.ts'
import { SourceNotPinnedError, TargetPinnedError } from './pin-errors.ts'

export interface UpdatePinOptions {
  blocks: BlockReader
  signal: AbortSignal
  /** removes the old pin atomically with adding the new one */
  unpin: boolean
}

/**
 * Pins another DAG recursively under the name of an existing recursive pin, fetching only what differs (boxo
 * `dspinner`, `Update`).
 *
 * @throws SourceNotPinnedError, TargetPinnedError, and what `fetchDifference` throws
 */
export async function updatePin (
  repo: PinnedRepo,
  from: CID,
  to: CID,
  { blocks, signal, unpin }: UpdatePinOptions
): Promise<void> {
  const { pins } = repo

  if ((await pins.get(from))?.mode !== 'recursive') {
    throw new SourceNotPinnedError()
  }

  if (from.equals(to)) {
    return
  }

  if ((await pins.get(to))?.mode === 'recursive') {
    throw new TargetPinnedError()
  }

  await fetchAndPin(repo, to, {
    blocks,
    signal,
    fetch: async (again) => {
      await (again ? fetchDag([to], { blocks, signal }) : fetchDifference(from, to, { blocks, signal }))
    },

    record: async (along) => {
      await pins.change(async (change) => {
        const old = await change.get(from)

        // Both may have changed while the difference was fetched.
        if (old?.mode !== 'recursive') {
          throw new SourceNotPinnedError()
        }

        if ((await change.get(to))?.mode === 'recursive') {
          throw new TargetPinnedError()
        }

        change.put({ cid: to, mode: 'recursive', name: old.name, since: pinnedNow() })

        if (unpin) {
          change.remove(from)
        }
      }, along)
    }
  })
}
