import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { follow } from '../client/follow.ts'
import { entryKind } from '../folder/lib/entry-kind.ts'
import { entryView } from '../folder/lib/entry-view.ts'
import { folded } from '../folder/lib/folder-entry.ts'
import type { FolderEntry } from '../folder/lib/folder-entry.ts'
import { putContents } from '../folder/state/change-files.ts'
import { choose, NOTHING } from '../lib/data/selection.ts'
import { parentOf } from '../lib/links/mfs-path.ts'
import { filesLink } from '../lib/links/section.ts'
import { useStore } from '../lib/reactive/store.ts'
import { plainError } from '../lib/text/plain-error.ts'
import type { PlainError } from '../lib/text/plain-error.ts'
import { t, tn, words } from '../lib/text/t.ts'
import { pinsWithoutPlace, placesByCid } from '../library/lib/place-of-pins.ts'
import { ListPage } from '../library/parts/list-page.tsx'
import { followLibrary, library } from '../library/state/library.ts'
import { AskForm } from '../page/controls/ask-form.tsx'
import type { MenuItem } from '../page/controls/menu.tsx'
import { Problem } from '../page/loading/problem.tsx'
import { pinName } from '../storage/lib/pin-name.ts'
import { elsewhere, keepAt } from '../storage/state/elsewhere.ts'
import { kept, pinKeyOf, refreshKept, renamePin, unpin } from '../storage/state/kept.ts'
import type { Kept } from '../storage/state/kept.ts'
import { pinDates } from '../storage/state/pin-dates.ts'
import { forgetMissing, presence, presenceOf } from '../storage/state/presence.ts'
import { measure, sizes } from '../storage/state/sizes.ts'
import { useViewerList } from '../viewer/state/viewer-list.ts'
import { cidMenu, contentMenu } from './item-menu.ts'
import { PinnedElsewhere } from './pinned-elsewhere.tsx'
import { PinnedVerify } from './pinned-verify.tsx'
import { SectionTitle } from './section-title.tsx'

const BAR_IDS = ['add', 'download', 'share', 'rename', 'delete']

/** An item that is pinned, with its pin. */
interface PinnedItem extends FolderEntry {
  pin: Kept
  /** path in Files, if it has one */
  path?: string
}

/** All pins, with their places in Files. */
export function PinnedView () {
  const { list, problem } = useStore(kept)
  const { items: filesItems } = useStore(library)
  const dates = useStore(pinDates)
  const { known } = useStore(sizes)
  const [asked, setAsked] = useState<Kept>()
  const [failed, setFailed] = useState<PlainError>()
  const [shown, setShown] = useState<readonly PinnedItem[]>([])
  const [selection, select] = useState(NOTHING)
  const heading = useRef<HTMLHeadingElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const places = useMemo(() => placesByCid(filesItems ?? []), [filesItems])
  const items = useMemo(
    () => (list ?? []).map((pin) => pinnedItem(pin, { path: places.get(pin.cid), since: dates.get(pin.cid), known })),
    [list, places, dates, known]
  )
  const homeless = filesItems == null ? [] : pinsWithoutPlace(list ?? [], places)
  const services = useStore(elsewhere)

  useViewerList({
    place: 'pins',
    items: shown,
    focus: (name) => {
      const key = shown.find((item) => item.name === name)?.key

      if (key != null) {
        select(choose(selection, shown.map(({ key }) => key), key, 'cursor'))
        listRef.current?.focus()
      }
    }
  })
  useEffect(followLibrary, [])
  useEffect(() => {
    void refreshKept()
    const stops = [
      follow('pins', refreshKept),
      follow('repo', async () => {
        forgetMissing()
      })
    ]
    return () => {
      stops.forEach((stop) => {
        stop()
      })
    }
  }, [])
  useEffect(() => {
    if (list == null) {
      return
    }
    const leaving = new AbortController()
    void measure(list, { signal: leaving.signal })
    return () => {
      leaving.abort()
    }
  }, [list])

  function menuOf (chosen: readonly PinnedItem[]): MenuItem[] {
    if (chosen.length === 0) {
      return []
    }
    const [{ pin, path }] = chosen
    const without = chosen.filter(({ path, pin }) => path == null && pin.type === 'recursive')
    return [
      ...without.length === 0
        ? []
        : [
          {
            id: 'add',
            label: t('Add to Files'),
            icon: 'folder',
            run: () => {
              void addToFiles(without.map(({ pin }) => pin))
            }
          } as const
        ],
      ...contentMenu(chosen, { hrefOf, hasPins: false }),
      ...chosen.length === 1 && path != null
        ? [{ id: 'show', label: t('Show in Files'), icon: 'folder', href: filesLink(parentOf(path)) } as const]
        : [],
      ...chosen.length === 1
        ? [
          {
            id: 'rename',
            label: t('Rename'),
            icon: 'rename',
            run: () => {
              setAsked(pin)
            }
          } as const
        ]
        : [],
      ...services.map(({ name }) => ({
        id: `service ${name}`,
        label: t('Also pin at {name}', { name }),
        icon: 'cloud' as const,
        run: () => {
          setFailed(undefined)
          keepAt(name, chosen.map(({ pin }) => pin)).catch((err: unknown) => {
            setFailed({ ...plainError(err), what: t('The service sent an invalid answer.') })
          })
        }
      })),
      ...cidMenu(chosen),
      {
        id: 'delete',
        label: t('Unpin'),
        icon: 'unpin',
        isDanger: true,
        startsGroup: true,
        run: () => {
          void unpin(chosen.map(({ pin }) => pin))
        }
      }
    ]
  }

  return (
    <ListPage
      listKey='pinned'
      listRef={listRef}
      onShown={setShown}
      items={items}
      selection={selection}
      select={select}
      reading={list == null}
      heading={heading}
      title={<SectionTitle text={t('Pinned')} heading={heading} />}
      dateTitle={words('Pinned')}
      where={WHERE}
      hrefOf={hrefOf}
      menuOf={menuOf}
      barIds={BAR_IDS}
      footer={<PinnedElsewhere />}
      actions={<PinnedVerify />}
      problem={problem}
      problemActions={
        <button
          type='button'
          onClick={() => {
            void refreshKept()
          }}
        >
          {t('Try again')}
        </button>
      }
      empty={{
        icon: 'pin',
        text: t('Pinned items stay on this device even when they are not in Files.'),
        action: <a class='button' href={filesLink('/')}>{t('Go to Files')}</a>
      }}
    >
      {homeless.length > 0 && (
        <div class='notice'>
          <p>{tn(homeless.length, '{n} pinned item is not in Files.', '{n} pinned items are not in Files.')}</p>
          <button
            type='button'
            onClick={() => {
              void addToFiles(homeless)
            }}
          >
            {t('Add all to Files')}
          </button>
        </div>
      )}
      {asked != null && (
        <AskForm
          label={t('New name')}
          initial={asked.name}
          button={t('Rename')}
          onSubmit={(name) => {
            setAsked(undefined)
            heading.current?.focus()
            if (name !== asked.name) {
              void renamePin(asked, pinName(name))
            }
          }}
          onCancel={() => {
            setAsked(undefined)
            heading.current?.focus()
          }}
        />
      )}
      {failed != null && <Problem problem={failed} />}
    </ListPage>
  )
}

/** Column with the place of a pin's content. */
const WHERE = {
  title: words('Location'),
  of: ({ path }: PinnedItem) => path == null ? t('Not in Files') : parentOf(path)
}

function hrefOf (item: PinnedItem): string {
  return item.path != null && item.kind === 'folder' ? filesLink(item.path) : entryView(item)
}

function pinnedItem (
  pin: Kept,
  { path, since, known }: { path: string | undefined; since: Date | undefined; known: ReadonlyMap<string, number> }
): PinnedItem {
  const state = presenceOf(presence.value, pin)
  const isFolder = state.is === 'whole' ? state.kind === 'folder' : !pin.name.includes('.')

  return {
    key: pinKeyOf(pin),
    name: pin.name || pin.cid,
    cid: pin.cid,
    kind: isFolder ? 'folder' : entryKind(pin.name),
    size: known.get(pin.cid),
    modified: undefined,
    since,
    folded: folded(`${pin.name} ${pin.cid}`),
    isDirect: pin.type === 'direct',
    pin,
    path
  }
}

async function addToFiles (pins: readonly Kept[]): Promise<void> {
  await putContents(pins.map(({ cid, name }) => ({ path: `/ipfs/${cid}`, name: fileName(name) || cid })), '/')
}

/** Returns a pin's name as the name of a file, which has no slashes. */
function fileName (name: string): string {
  return name.replaceAll('/', '-').replace(/^\.{1,2}$/, '')
}
