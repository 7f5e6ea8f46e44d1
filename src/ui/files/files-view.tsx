import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { dismissProblem } from '../actions/state/dispatch.ts'
import { follow } from '../client/follow.ts'
import { node, whenReady } from '../client/node.ts'
import { withAddedDates } from '../folder/lib/entry-date.ts'
import type { FolderEntry } from '../folder/lib/folder-entry.ts'
import { added } from '../folder/state/added.ts'
import { moveToBin } from '../folder/state/bin.ts'
import { clipboard, hold, paste, putInto } from '../folder/state/change-files.ts'
import { files, openFiles, refreshFiles, select, stopReadingFiles } from '../folder/state/files.ts'
import { fromFiles } from '../intake/lib/picked.ts'
import { CarQuestion } from '../intake/parts/car-question.tsx'
import { ReferenceQuestion } from '../intake/parts/reference-question.tsx'
import { arrive } from '../intake/state/arriving.ts'
import { choose } from '../lib/data/selection.ts'
import { contentPaths } from '../lib/links/content-paths.ts'
import { joinPath, parentOf, pathParts } from '../lib/links/mfs-path.ts'
import { filesLink, viewLink } from '../lib/links/section.ts'
import { isTyping } from '../lib/reactive/is-typing.ts'
import { useStore } from '../lib/reactive/store.ts'
import { rich } from '../lib/text/rich.ts'
import { t, tn } from '../lib/text/t.ts'
import { ListPage } from '../library/parts/list-page.tsx'
import type { MenuItem } from '../page/controls/menu.tsx'
import { Name } from '../page/text/name.tsx'
import { refreshKept } from '../storage/state/kept.ts'
import { pinDates } from '../storage/state/pin-dates.ts'
import { lacking } from '../storage/state/presence.ts'
import { full } from '../storage/state/room.ts'
import { useViewerList } from '../viewer/state/viewer-list.ts'
import { asked, askFor, endAsking } from './asked.ts'
import { FilesAsk } from './files-ask.tsx'
import { FilesTitle } from './files-title.tsx'
import { cidMenu, contentMenu } from './item-menu.ts'
import { NewMenu } from './new-menu.tsx'

const BAR_IDS = ['download', 'share', 'rename', 'delete']

/** The files section: a folder of the MFS with its actions. */
export function FilesView ({ path }: { path: string }) {
  const state = useStore(files)
  const { held } = useStore(clipboard)
  const question = useStore(asked)
  const [shown, setShown] = useState<readonly FolderEntry[]>([])
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const came = useRef(false)
  const wantsList = useRef(false)
  const { entries, selection, reading } = state
  const addedMs = useStore(added)
  const dates = useStore(pinDates)
  const items = useMemo(
    () => withAddedDates(entries, { path, added: addedMs, pinDates: dates }),
    [entries, path, addedMs, dates]
  )
  const cut = useMemo(
    () => held?.how === 'move' && held.folder === path ? new Set(held.names) : undefined,
    [held, path]
  )

  useFollowing()
  useViewerList({
    place: path,
    cid: state.cid,
    items: shown,
    focus: (name) => {
      const order = shown.map(({ key }) => key)

      if (order.includes(name)) {
        select(choose(files.value.selection, order, name, 'cursor'))
        list.current?.focus()
      }
    }
  })
  usePaste()

  useLayoutEffect(() => {
    void openFiles(path)
    // The first folder of a visit does not take the focus.
    if (came.current) {
      heading.current?.focus({ preventScroll: true })
      dismissProblem()
    }
    came.current = true
    return () => {
      if (asked.value?.folder === path) {
        endAsking()
      }
    }
  }, [path])

  // The list is created with its first item, and then takes the focus if requested.
  useLayoutEffect(() => {
    if (items.length > 0 && wantsList.current && document.activeElement === heading.current) {
      list.current?.focus()
    }
    wantsList.current &&= items.length === 0
  }, [items.length === 0])

  function hrefOf (item: FolderEntry): string {
    const itemPath = joinPath(path, item.name)
    return item.kind === 'folder' ? filesLink(itemPath) : viewLink(itemPath)
  }

  function menuOf (chosen: readonly FolderEntry[]): MenuItem[] {
    const names = chosen.map(({ name }) => name)
    return chosen.length === 0
      ? []
      : [
        ...contentMenu(chosen, { hrefOf, folder: path }),
        ...chosen.length > 1
          ? []
          : [
            {
              id: 'rename',
              label: t('Rename'),
              icon: 'rename',
              startsGroup: true,
              run: () => {
                askFor({ is: 'rename', name: names[0] })
              }
            } as const
          ],
        {
          id: 'cut',
          label: t('Cut'),
          icon: 'cut',
          run: () => {
            hold('move', names)
          }
        },
        {
          id: 'copy',
          label: t('Copy'),
          icon: 'copy',
          run: () => {
            hold('copy', names)
          }
        },
        ...cidMenu(chosen),
        {
          id: 'delete',
          label: t('Delete'),
          icon: 'bin',
          isDanger: true,
          startsGroup: true,
          run: () => {
            void moveToBin(path, names)
          }
        }
      ]
  }

  /** Moves the focus to the list, or to the title until there is one. */
  function toList (): void {
    wantsList.current = list.current == null
    ;(list.current ?? heading.current)?.focus()
  }

  const uploadButton = <button type='button' onClick={() => picker.current?.click()}>{t('Upload files')}</button>

  return (
    <ListPage
      listKey={path}
      listRef={list}
      onShown={setShown}
      items={items}
      reading={reading}
      heading={heading}
      title={<FilesTitle path={path} heading={heading} />}
      facts={!reading && !state.resolved ? t('Some blocks are missing, so sizes and folders are unknown') : undefined}
      hrefOf={hrefOf}
      menuOf={menuOf}
      barIds={BAR_IDS}
      cut={cut}
      selection={selection}
      select={select}
      drop={{
        put: (names, how, target) => {
          void putInto({ how, folder: path, names }, joinPath(path, target.name))
        }
      }}
      up={path === '/' ? undefined : () => {
        location.hash = filesLink(parentOf(path))
      }}
      actions={
        <>
          {reading && entries.length > 0 && (
            <button type='button' class='quiet' onClick={stopReadingFiles}>{t('Stop')}</button>
          )}
          {held != null && (
            <button
              type='button'
              onClick={() => {
                void paste()
              }}
            >
              {held.names.length === 1
                ? t('Paste “{name}”', { name: held.names[0] })
                : tn(held.names.length, 'Paste {n} item', 'Paste {n} items')}
            </button>
          )}
          <NewMenu files={picker} />
        </>
      }
      problem={state.problem}
      problemActions={
        <>
          <button
            type='button'
            onClick={() => {
              void openFiles(path)
            }}
          >
            {t('Try again')}
          </button>
          {state.above != null && state.above !== path && (
            <a class='button' href={filesLink(state.above)}>
              {state.above === '/'
                ? t('Go to Files')
                : rich(t('Go to {folder}'), { folder: <Name of={pathParts(state.above).at(-1)!} /> })}
            </a>
          )}
        </>
      }
      empty={path === '/'
        ? {
          icon: 'upload',
          text: t(
            'Drop files here. They stay in this browser, work offline, and get a permanent address you can share.'
          ),
          action: uploadButton
        }
        : { icon: 'folder', text: t('This folder is empty.'), action: uploadButton }}
    >
      <CarQuestion at={filesLink(path)} onSettled={toList} />
      <ReferenceQuestion onSettled={toList} />
      {question?.folder === path && (
        <FilesAsk
          key={JSON.stringify(question.what)}
          asked={question.what}
          folder={path}
          taken={new Set(entries.map(({ name }) => name))}
          onEnd={() => {
            endAsking()
            toList()
          }}
        />
      )}
    </ListPage>
  )
}

/** Refreshes the folder and the pins when they change, here or elsewhere. */
function useFollowing (): void {
  const { phase } = useStore(node)
  const isFull = useStore(full)

  useEffect(() => follow('files', refreshFiles), [])

  // The node may have started with other data, or have failed to read on a full disk.
  useEffect(() => {
    if (phase === 'ready') {
      void refreshFiles()
    }
  }, [phase, isFull])

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
    whenReady({ signal: gone.signal }).then(refreshKept, () => {}) // The page was left.
    const stop = follow('pins', refreshKept)
    return () => {
      gone.abort()
      stop()
    }
  }, [])
}

/** Adds pasted files, asks about a pasted CID or link, and otherwise pastes items that were cut or copied. */
function usePaste (): void {
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      if (event.clipboardData == null || isTyping(event.target)) {
        return
      }
      const { files } = event.clipboardData
      const text = event.clipboardData.getData('text').trim()

      if (files.length > 0) {
        event.preventDefault()
        const picked = fromFiles(files)
        void arrive(async () => await picked)
      } else if (contentPaths(text) != null) {
        event.preventDefault()
        askFor({ is: 'content', initial: text })
      } else {
        void paste()
      }
    }
    addEventListener('paste', onPaste)
    return () => {
      removeEventListener('paste', onPaste)
    }
  }, [])
}
