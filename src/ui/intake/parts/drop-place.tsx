import { useCallback, useEffect, useState } from 'preact/hooks'
import { folderName } from '../../folder/state/change-files.ts'
import { isTyping } from '../../lib/reactive/is-typing.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { useDrop } from '../../lib/reactive/use-drop.ts'
import { rich } from '../../lib/text/rich.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { openSearch } from '../../page/state/search-bar.ts'
import { section } from '../../page/state/section.ts'
import { Name } from '../../page/text/name.tsx'
import { fromFiles } from '../lib/picked.ts'
import { readAddress } from '../lib/read-address.ts'
import { readDrop } from '../lib/read-drop.ts'
import { arrive, arriving, dismissArrivalProblem, stopArriving, targetFolder } from '../state/arriving.ts'
import { ReadingDrop } from './reading-drop.tsx'

/** Handles drops in every section, and pastes in those without a folder. Names the target while files are dragged. */
export function DropPlace () {
  const [over, setOver] = useState(false)
  const { found, problem } = useStore(arriving)
  const { is } = useStore(section)

  useDrop({
    over: setOver,
    drop: useCallback((transfer: DataTransfer) => {
      void arrive(async (options) => {
        options.onCount?.(0)
        return await readDrop(transfer, options)
      })
    }, [])
  })

  useEffect(() => {
    if (is === 'files') {
      return // The folder handles it.
    }
    addEventListener('paste', onPaste)
    return () => {
      removeEventListener('paste', onPaste)
    }
  }, [is])

  return (
    <>
      {over && (
        <div class='drop-overlay' role='status'>
          <p>
            <Icon of='upload' />
            <span>{rich(t('Drop to add to {folder}'), { folder: <Name of={folderName(targetFolder())} /> })}</span>
          </p>
        </div>
      )}
      {found != null && <ReadingDrop found={found} cancel={stopArriving} />}
      {problem != null && (
        <Problem problem={problem}>
          <button type='button' onClick={dismissArrivalProblem}>{t('Dismiss')}</button>
        </Problem>
      )}
    </>
  )
}

/** Adds pasted files, and opens the search with a pasted link, CID or peer address. */
function onPaste (event: ClipboardEvent): void {
  if (event.clipboardData == null || isTyping(event.target)) {
    return
  }
  const { files } = event.clipboardData
  const text = event.clipboardData.getData('text')

  if (files.length > 0) {
    const picked = fromFiles(files)
    event.preventDefault()
    void arrive(async () => await picked)
  } else if (readAddress(text).is !== 'unclear') {
    event.preventDefault()
    openSearch(text.trim())
  }
}
