import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { rich } from '../../lib/text/rich.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Name } from '../../page/name.tsx'
import { say } from '../../page/news.ts'
import { Problem } from '../../page/problem.tsx'
import { RunInConsole } from '../../page/run-in-console.tsx'
import { chosenEntries } from '../lib/chosen-entries.ts'
import type { Choice } from '../lib/chosen-entries.ts'
import { closeFolder, folder, openFolder, stopReadingFolder } from '../state/folder.ts'
import { FolderRow } from './folder-row.tsx'
import { FolderTools } from './folder-tools.tsx'
import { FolderWay } from './folder-way.tsx'

const ROWS_AT_FIRST = 100
/** Delay after typing before the number of entries is announced to screen readers. */
const SAY_AFTER_MS = 700
const ALL: Choice = { text: '', kind: 'all', sort: 'name', descending: false }

/** The entries of a folder, filtered and sorted while typing. Empty if no folder is open. */
export function FolderView () {
  const { way, entries, reading, resolved, problem } = useStore(folder)
  const [choice, setChoice] = useState(ALL)
  const [shown, setShown] = useState(ROWS_AT_FIRST)
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element | null>(null)
  const chosen = useMemo(() => chosenEntries(entries, choice), [entries, choice])
  const place = way.map(({ cid }) => cid).join('/')
  const isOpen = way.length > 0
  const isSifted = choice.text.trim() !== '' || choice.kind !== 'all'

  // The focus moves into the opened folder, and back after it is closed.
  useLayoutEffect(() => {
    if (isOpen) {
      opener.current ??= document.activeElement
      setChoice((choice) => ({ ...choice, text: '', kind: 'all' }))
      setShown(ROWS_AT_FIRST)
      heading.current?.focus()
    } else if (opener.current instanceof HTMLElement) {
      opener.current.focus()
      opener.current = null
    }
  }, [place, isOpen])

  useEffect(() => {
    if (!isSifted || reading) {
      return
    }
    const timer = setTimeout(() => {
      say(tn(chosen.length, '{n} entry of {all}.', '{n} entries of {all}.', { all: entries.length }))
    }, SAY_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [chosen, isSifted, reading, entries])

  if (!isOpen) {
    return null
  }

  const [root, ...below] = way

  return (
    <section class='panel' aria-labelledby='folder-title'>
      <div class='panel-head'>
        <h2 id='folder-title' ref={heading} tabIndex={-1}>
          {rich(t('Inside {name}'), { name: <Name of={way.at(-1)!.name} /> })}
        </h2>
        <div class='actions'>
          <RunInConsole line={ranLine('ls', [way.at(-1)!.cid])} />
          <button type='button' class='quiet' onClick={closeFolder}>{t('Close')}</button>
        </div>
      </div>
      <FolderWay way={way} />
      <FolderTools
        choice={choice}
        choose={(part) => {
          setChoice({ ...choice, ...part })
          setShown(ROWS_AT_FIRST)
        }}
      />
      <p class='actions facts'>
        {reading
          ? tn(entries.length, 'Reading: {n} entry so far', 'Reading: {n} entries so far')
          : isSifted
          ? tn(entries.length, '{shown} of {n} entry', '{shown} of {n} entries', { shown: chosen.length })
          : tn(entries.length, '{n} entry', '{n} entries')}
        {!reading && !resolved && ` · ${t('some blocks are not here: sizes and folders are not known')}`}
        {reading && <button type='button' class='quiet' onClick={stopReadingFolder}>{t('Stop')}</button>}
      </p>
      {problem != null && (
        <Problem problem={problem}>
          <button
            type='button'
            onClick={() => {
              void openFolder(way)
            }}
          >
            {t('Read it again')}
          </button>
        </Problem>
      )}
      {!reading && problem == null && chosen.length === 0 && (
        <p class='empty'>{isSifted ? t('Nothing here is like that.') : t('Nothing is in this folder.')}</p>
      )}
      {chosen.length > 0 && (
        <ul class='rows'>
          {chosen.slice(0, shown).map((entry) => (
            <FolderRow
              key={entry.name}
              entry={entry}
              way={way}
              place={{ cid: root.cid, names: below.map(({ name }) => name) }}
            />
          ))}
        </ul>
      )}
      {chosen.length > shown && (
        <p class='actions'>
          <button
            type='button'
            onClick={() => {
              setShown(shown + ROWS_AT_FIRST)
            }}
          >
            {tn(Math.min(ROWS_AT_FIRST, chosen.length - shown), 'Show {n} more', 'Show {n} more')}
          </button>
        </p>
      )}
    </section>
  )
}
