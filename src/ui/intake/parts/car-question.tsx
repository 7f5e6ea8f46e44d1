import { useEffect, useRef } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { rich } from '../../lib/text/rich.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Name } from '../../page/text/name.tsx'
import { cars, importAll, leaveAll, storeAll } from '../state/cars.ts'
import type { CarsWaiting } from '../state/cars.ts'

/**
 * Asks whether to import the content of CARs, or to store them as normal files.
 *
 * @param at - fragment of the page's URL: a question stays in the section that asked it
 * @param onSettled - called after the last question, which had the focus
 */
export function CarQuestion ({ at, onSettled }: { at: string; onSettled: () => void }) {
  const asked = useStore(cars).find((one) => one.at === at)
  const first = useRef<HTMLButtonElement>(null)
  const asks = asked != null

  useEffect(() => {
    if (asks) {
      first.current?.focus()
    }
  }, [asks])

  if (asked == null) {
    return null
  }

  const { picked: waiting } = asked
  const [{ name }] = waiting
  const isOne = waiting.length === 1
  const size = waiting.reduce((sum, { totalBytes }) => sum + totalBytes, 0)
  const settle = (how: (asked: CarsWaiting) => void) => () => {
    how(asked)
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
            ? rich(t('Import {name}?'), { name: <Name of={name} /> })
            : tn(waiting.length, 'Import {n} archive?', 'Import {n} archives?')}
        </strong>
      </p>
      <p id='car-text'>
        {isOne
          ? t(
            'This looks like an IPFS archive ({size}). Import its contents into this folder, or keep the archive as a file.',
            { size: bytes(size) }
          )
          : t(
            'These look like IPFS archives ({size}). Import their contents into this folder, or keep the archives as files.',
            { size: bytes(size) }
          )}
      </p>
      <div class='actions'>
        <button type='button' class='main' ref={first} onClick={settle(importAll)}>{t('Import contents')}</button>
        <button type='button' onClick={settle(storeAll)}>{isOne ? t('Keep as file') : t('Keep as files')}</button>
        <button type='button' class='quiet' onClick={settle(leaveAll)}>{t('Cancel')}</button>
      </div>
    </div>
  )
}
