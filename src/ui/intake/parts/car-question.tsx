import { useEffect, useRef } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { rich } from '../../lib/text/rich.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Name } from '../../page/name.tsx'
import { cars, importAll, leaveAll, storeAll } from '../state/cars.ts'

/**
 * Asks whether to import the content of CARs, or to store them as normal files.
 *
 * @param onSettled - called after the last question, which had the focus
 */
export function CarQuestion ({ onSettled }: { onSettled: () => void }) {
  const waiting = useStore(cars)
  const first = useRef<HTMLButtonElement>(null)
  const asks = waiting.length > 0

  useEffect(() => {
    if (asks) {
      first.current?.focus()
    }
  }, [asks])

  if (!asks) {
    return null
  }

  const [{ name, toFiles }] = waiting
  const isOne = waiting.length === 1
  const size = waiting.reduce((sum, { totalBytes }) => sum + totalBytes, 0)
  const settle = (how: () => void) => () => {
    how()
    onSettled()
  }

  return (
    <div
      class='notice'
      role='alertdialog'
      aria-labelledby='car-title'
      aria-describedby='car-text'
      onKeyDown={({ key }) => {
        if (key === 'Escape') {
          settle(leaveAll)()
        }
      }}
    >
      <p id='car-title'>
        <strong>
          {isOne
            ? rich(t('Import what is in {name}?'), { name: <Name of={name} /> })
            : tn(waiting.length, 'Import what is in {n} archive?', 'Import what is in {n} archives?')}
        </strong>
      </p>
      <p id='car-text'>
        {toFiles != null
          ? tn(
            waiting.length,
            'It looks like a CAR, an archive of IPFS content ({size}). Imported, each block is checked and keeps its address, and what its roots lead to is put into this folder. Stored as a file, the archive itself is put here.',
            'They look like CARs, archives of IPFS content ({size}). Imported, each block is checked and keeps its address, and what their roots lead to is put into this folder. Stored as files, the archives themselves are put here.',
            { size: bytes(size) }
          )
          : isOne
          ? t(
            'It looks like a CAR, an archive of IPFS content ({size}). Imported, each block is checked and keeps its address, and the roots that it names are kept here. Stored as a file, the archive itself gets an address.',
            { size: bytes(size) }
          )
          : t(
            'They look like CARs, archives of IPFS content ({size}). Imported, each block is checked and keeps its address, and the roots that they name are kept here. Stored as files, the archive itself gets an address.',
            { size: bytes(size) }
          )}
      </p>
      <div class='actions'>
        <button type='button' class='main' ref={first} onClick={settle(importAll)}>{t('Import as CAR')}</button>
        <button type='button' onClick={settle(storeAll)}>{isOne ? t('Store as a file') : t('Store as files')}</button>
        <button type='button' class='quiet' onClick={settle(leaveAll)}>{t('Cancel')}</button>
      </div>
    </div>
  )
}
