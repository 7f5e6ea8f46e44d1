import { rpc } from '../../../client/index.ts'
import { readPins } from '../../client/read-pins.ts'
import type { BackupPin } from '../lib/manifest.ts'

/**
 * Adds the missing pins of a backup. Existing pins keep their names; those without a name get the one of the backup.
 *
 * @returns the number of new pins
 */
export async function restorePins (
  pins: readonly BackupPin[],
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void }
): Promise<number> {
  const here = new Map<string, string>()
  for await (const { cid, name, type } of readPins({ signal })) {
    here.set(`${type} ${cid}`, name)
  }
  let added = 0

  for (const [i, { cid, name, type }] of pins.entries()) {
    signal.throwIfAborted()
    const before = here.get(`recursive ${cid}`) ?? here.get(`${type} ${cid}`)

    if (before == null || (before === '' && name !== '' && here.has(`${type} ${cid}`))) {
      await rpc('pin/add', {
        args: [cid],
        options: { recursive: type === 'recursive', name: name === '' ? undefined : name, offline: true },
        signal
      })
      added += before == null ? 1 : 0
    }

    onProgress(i + 1)
  }

  return added
}
