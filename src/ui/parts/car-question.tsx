import { useEffect, useRef } from 'preact/hooks'
import { bytes, count } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { cars, importAll, leaveAll, storeAll } from '../state/cars.ts'

/**
 * What is to become of CARs that a person chose: the content in them, or files like any other.
 *
 * @param onSettled - told when there is nothing to ask any more; the focus was in it
 */
export function CarQuestion ({ onSettled }: { onSettled: () => void }) {
  const waiting = useStore(cars)
  const first = useRef<HTMLButtonElement>(null)
  const asks = waiting.length > 0

  useEffect(() => {
    if (asks) first.current?.focus()
  }, [asks])

  if (!asks) {
    return null
  }

  const [{ name }] = waiting
  const isOne = waiting.length === 1
  const size = waiting.reduce((sum, { totalBytes }) => sum + totalBytes, 0)
  const settle = (how: () => void) => () => { how(); onSettled() }

  return (
    <div class='notice' role='alertdialog' aria-labelledby='car-title' aria-describedby='car-text'>
      <p id='car-title'><strong>Import what is in <bdi>{isOne ? name : count(waiting.length, 'archive')}</bdi>?</strong></p>
      <p id='car-text'>
        {isOne ? 'It looks like a CAR, an archive' : 'They look like CARs, archives'} of IPFS content ({bytes(size)}). Imported, each block is checked and keeps its address, and the roots that
        {isOne ? ' it names' : ' they name'} are kept here. Stored as {isOne ? 'a file' : 'files'}, the archive itself gets an address.
      </p>
      <div class='actions'>
        <button type='button' class='main' ref={first} onClick={settle(importAll)}>Import as CAR</button>
        <button type='button' onClick={settle(storeAll)}>{isOne ? 'Store as a file' : 'Store as files'}</button>
        <button type='button' class='quiet' onClick={settle(leaveAll)}>Cancel</button>
      </div>
    </div>
  )
}
