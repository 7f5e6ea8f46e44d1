import { useCallback, useEffect, useState } from 'preact/hooks'
import { isTyping } from '../../lib/reactive/is-typing.ts'
import { useDrop } from '../../lib/reactive/use-drop.ts'
import { fromFiles } from '../lib/picked.ts'
import { readAddress } from '../lib/read-address.ts'
import { readDrop } from '../lib/read-drop.ts'
import { follow } from '../state/address.ts'
import { arrive } from '../state/arriving.ts'
import { DropArea } from './drop-area.tsx'

/** URL of the section that shows uploads. */
const KEPT = '#/'

/**
 * The upload section (`shows`), or nothing. Handles drops and pastes while no folder is open: adds files, pins them,
 * and shows the section; follows a link, a CID or a peer address like the address box.
 */
export function Intake ({ shows }: { shows: boolean }) {
  const [over, setOver] = useState(false)

  useDrop({
    over: setOver,
    drop: useCallback((transfer: DataTransfer) => {
      void arrive(async (options) => {
        options.onCount?.(0)
        return await readDrop(transfer, options)
      })
      location.hash = KEPT
    }, [])
  })

  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      if (event.clipboardData == null || isTyping(event.target)) {
        return
      }
      const { files } = event.clipboardData
      const text = event.clipboardData.getData('text')

      if (files.length > 0) {
        const picked = fromFiles(files)
        event.preventDefault()
        void arrive(async () => await picked)
        location.hash = KEPT
      } else if (readAddress(text).is !== 'unclear') {
        event.preventDefault()
        void follow(text)
      }
    }

    addEventListener('paste', onPaste)
    return () => {
      removeEventListener('paste', onPaste)
    }
  }, [])

  return shows ? <DropArea over={over} /> : null
}
