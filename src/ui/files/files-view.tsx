import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { follow } from '../client/follow.ts'
import { whenReady } from '../client/node.ts'
import type { Choice } from '../folder/lib/chosen-entries.ts'
import { entryDate, withPinDates } from '../folder/lib/entry-date.ts'
import { useChosenEntries } from '../folder/lib/use-chosen-entries.ts'
import { FileWorkNotice } from '../folder/parts/file-work-notice.tsx'
import { forgetFileProblem } from '../folder/state/file-work.ts'
import { files, openFiles, refreshFiles, select, stopReadingFiles } from '../folder/state/files.ts'
import { fromFiles } from '../intake/lib/picked.ts'
import { readDrop } from '../intake/lib/read-drop.ts'
import type { Reading } from '../intake/lib/reading.ts'
import { CarQuestion } from '../intake/parts/car-question.tsx'
import { ReadingDrop } from '../intake/parts/reading-drop.tsx'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { choose, NOTHING } from '../lib/data/selection.ts'
import { contentPath } from '../lib/links/content-path.ts'
import { pathParts } from '../lib/links/mfs-path.ts'
import { filesLink } from '../lib/links/section.ts'
import { seldom } from '../lib/reactive/seldom.ts'
import { useStore } from '../lib/reactive/store.ts'
import { useDrop } from '../lib/reactive/use-drop.ts'
import { keepLocal, readLocal } from '../lib/text/local-text.ts'
import { isAbort, plainError } from '../lib/text/plain-error.ts'
import type { PlainError } from '../lib/text/plain-error.ts'
import { rich } from '../lib/text/rich.ts'
import { t, tn } from '../lib/text/t.ts'
import { Name } from '../page/name.tsx'
import { Problem } from '../page/problem.tsx'
import { RunInConsole } from '../page/run-in-console.tsx'
import { pinDates, refreshPinDates } from '../storage/state/pin-dates.ts'
import { lacking } from '../storage/state/presence.ts'
import { useViewerList } from '../viewer/state/viewer-list.ts'
import { addHere, hold, paste, removeFiles } from './file-actions.ts'
import { FilesAsk } from './files-ask.tsx'
import type { Asked } from './files-ask.tsx'
import { FilesDetail } from './files-detail.tsx'
import { FilesGrid } from './files-grid.tsx'
import { FilesKeys } from './files-keys.tsx'
import { FilesTools } from './files-tools.tsx'
import { FilesWay } from './files-way.tsx'

/** Storage key of the view mode, for this browser. */
const VIEW_KEY = 'swipfs-files-view'
const TILES = 'tiles'
/** Interval of updates: files are found faster than the display needs. */
const SHOW_FOUND_EACH_MS = 100
const ALL: Choice = { text: '', kind: 'all', sort: 'name', descending: false }

/** The files section: a folder of the MFS with its actions. */
export function FilesView ({ path }: { path: string }) {
  const state = useStore(files)
  const [choice, setChoice] = useState(ALL)
  const [asTiles, setAsTiles] = useState(() => readLocal(VIEW_KEY) === TILES)
  const [asked, setAsked] = useState<Asked>()
  const [showsKeys, setShowsKeys] = useState(false)
  const [isOver, setOver] = useState(false)
  const [found, setFound] = useState<number>()
  const [problem, setProblem] = useState<PlainError>()
  const heading = useRef<HTMLHeadingElement>(null)
  const search = useRef<HTMLInputElement>(null)
  const grid = useRef<HTMLDivElement>(null)
  const came = useRef(false)
  const wantsList = useRef(false)
  const readingDrop = useRef<AbortController | undefined>(undefined)
  const { entries, selection, reading } = state
  const dates = useStore(pinDates)
  const dated = useMemo(() => withPinDates(entries, dates), [entries, dates])
  const hasDates = useMemo(() => dated.some((entry) => entryDate(entry) != null), [dated])
  const { shown, order } = useChosenEntries(dated, choice)
  const chosen = useMemo(
    () => selection.names.size === 0 ? [] : shown.filter(({ name }) => selection.names.has(name)),
    [shown, selection.names]
  )
  const isSifted = choice.text.trim() !== '' || choice.kind !== 'all'

  useEffect(() => follow('files', refreshFiles), [])

  useViewerList({
    place: path,
    cid: state.cid,
    items: shown,
    focus: (name) => {
      if (order.includes(name)) {
        select(choose(files.value.selection, order, name, 'cursor'))
        grid.current?.focus()
      }
    }
  })

  // Incomplete entries of a folder are checked again after new blocks arrived.
  useEffect(() => {
    let lacked = lacking.value.size
    return lacking.subscribe(() => {
      if (lacking.value.size < lacked && !files.value.resolved) {
        void refreshFiles()
      }
      lacked = lacking.value.size
    })
  }, [])

  useEffect(() => {
    const gone = new AbortController()
    const read = async (): Promise<void> => {
      await whenReady({ signal: gone.signal }).then(async () => {
        await refreshPinDates({ signal: gone.signal })
      }, () => {})
    }
    void read()
    const stop = follow('pins', read)
    return () => {
      gone.abort()
      stop()
    }
  }, [])

  useLayoutEffect(() => {
    setChoice((choice) => ({ ...choice, text: '', kind: 'all' }))
    setAsked(undefined)
    void openFiles(path)
    // The first folder of a visit does not take the focus.
    if (came.current) {
      heading.current?.focus()
      forgetFileProblem()
    }
    came.current = true
  }, [path])

  // The list is removed with its last entry, and the focus with it. It is created with its first entry, and then takes
  // the focus if requested.
  useLayoutEffect(() => {
    if (shown.length === 0 && came.current && document.activeElement === document.body) {
      heading.current?.focus()
    }
    if (shown.length > 0 && wantsList.current && document.activeElement === heading.current) {
      grid.current?.focus()
    }
    wantsList.current &&= shown.length === 0
  }, [shown.length === 0])

  const take = useCallback((read: Reading) => {
    const { signal } = readingDrop.current = new AbortController()
    setProblem(undefined)
    const picked = read({ onCount: seldom(SHOW_FOUND_EACH_MS, setFound), signal }).finally(() => {
      setFound(undefined)
    })
    picked.then(addHere).catch((err: unknown) => {
      if (!isAbort(err)) {
        setProblem(plainError(err))
      }
    })
  }, [])

  useDrop({
    over: setOver,
    drop: useCallback((transfer: DataTransfer) => {
      setFound(0)
      take(async (options) => await readDrop(transfer, options))
    }, [take])
  })

  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      if (event.target instanceof HTMLInputElement || event.clipboardData == null) {
        return
      }
      const { files } = event.clipboardData
      const content = contentPath(event.clipboardData.getData('text'))

      if (files.length > 0) {
        event.preventDefault()
        const picked = fromFiles(files)
        take(async () => await picked)
      } else if (content != null) {
        event.preventDefault()
        setAsked({ is: 'content', initial: content })
      } else {
        void paste()
      }
    }
    addEventListener('paste', onPaste)
    return () => {
      removeEventListener('paste', onPaste)
    }
  }, [take])

  function showAsTiles (asTiles: boolean): void {
    setAsTiles(asTiles)
    keepLocal(VIEW_KEY, asTiles ? TILES : 'list')
  }

  /** @returns whether it was a shortcut */
  function onKey (event: KeyboardEvent): boolean {
    const names = chosen.map(({ name }) => name)
    const key = event.ctrlKey || event.metaKey ? `ctrl+${event.key.toLowerCase()}` : event.key

    if (names.length > 0) {
      switch (key) {
        case 'Delete':
          void removeFiles(names)
          return true
        case 'F2':
          setAsked({ is: 'rename', name: names[0] })
          return true
        case 'ctrl+x':
          hold('move', names)
          return true
        case 'ctrl+c':
          hold('copy', names)
          return true
      }
    }

    switch (key) {
      case '/':
        search.current?.focus()
        return true
      case '?':
        setShowsKeys(true)
        return true
      case 'Escape':
        select(NOTHING)
        return true
      default:
        return false
    }
  }

  function answered (): void {
    setAsked(undefined)
    toList()
  }

  /** Moves the focus to the list, or to the title until there is one. */
  function toList (): void {
    wantsList.current = grid.current == null
    ;(grid.current ?? heading.current)?.focus()
  }

  return (
    <div class='with-detail'>
      <section class='panel files' data-over={isOver} aria-labelledby='files-title'>
        <div class='panel-head'>
          <h2 id='files-title' ref={heading} tabIndex={-1}>
            <Name of={pathParts(path).at(-1) ?? t('Files')} />
          </h2>
          <div class='actions'>
            <RunInConsole line={ranLine('files/ls', [path], { long: 'true' })} />
            <button
              type='button'
              class='quiet'
              aria-label={t('Keys')}
              onClick={() => {
                setShowsKeys(true)
              }}
            >
              ?
            </button>
          </div>
        </div>
        <FilesWay path={path} />
        <FilesTools
          path={path}
          search={search}
          choice={choice}
          choose={(part) => {
            setChoice({ ...choice, ...part })
          }}
          asTiles={asTiles}
          showAsTiles={showAsTiles}
          ask={setAsked}
          take={take}
        />
        {found != null && <ReadingDrop found={found} cancel={() => readingDrop.current?.abort()} />}
        <CarQuestion
          onSettled={() => {
            heading.current?.focus()
          }}
        />
        {asked != null && (
          <FilesAsk
            key={JSON.stringify(asked)}
            asked={asked}
            taken={new Set(entries.map(({ name }) => name))}
            onEnd={answered}
          />
        )}
        {problem != null && <Problem problem={problem} />}
        <p class='actions facts'>
          {chosen.length > 0
            ? tn(shown.length, '{chosen} chosen of {n} entry', '{chosen} chosen of {n} entries', {
              chosen: chosen.length
            })
            : isSifted
            ? tn(entries.length, '{shown} of {n} entry', '{shown} of {n} entries', { shown: shown.length })
            : reading
            ? tn(entries.length, '{n} entry so far', '{n} entries so far')
            : tn(entries.length, '{n} entry', '{n} entries')}
          {!reading && !state.resolved && ` · ${t('some blocks are not here: sizes and folders are not known')}`}
          {reading && entries.length > 0 && (
            <button type='button' class='quiet' onClick={stopReadingFiles}>{t('Stop')}</button>
          )}
        </p>
        {state.problem != null && (
          <Problem problem={state.problem}>
            <button
              type='button'
              onClick={() => {
                void openFiles(path)
              }}
            >
              {t('Read it again')}
            </button>
            {state.above != null && state.above !== path && (
              <a class='button' href={filesLink(state.above)}>
                {state.above === '/'
                  ? t('To all files')
                  : rich(t('To {folder}'), { folder: <Name of={pathParts(state.above).at(-1)!} /> })}
              </a>
            )}
          </Problem>
        )}
        {!reading && state.problem == null && shown.length === 0 && (
          <p class='empty'>
            {isSifted
              ? t('Nothing here is like that.')
              : t(
                'Nothing is here yet. Drop files on this page, or make a folder. What is here stays until you remove it.'
              )}
          </p>
        )}
        {shown.length > 0 && (
          <FilesGrid
            gridRef={grid}
            path={path}
            entries={shown}
            order={order}
            selection={selection}
            choice={choice}
            choose={(part) => {
              setChoice({ ...choice, ...part })
            }}
            asTiles={asTiles}
            hasDates={hasDates}
            onKey={onKey}
          />
        )}
        <div class='file-notice'>
          <FileWorkNotice onEnd={toList} />
        </div>
        {showsKeys && (
          <FilesKeys
            onEnd={() => {
              setShowsKeys(false)
            }}
          />
        )}
      </section>
      <FilesDetail
        path={path}
        folder={state.cid}
        folderBytes={state.wholeBytes}
        entries={entries}
        chosen={chosen}
        ask={setAsked}
      />
    </div>
  )
}
