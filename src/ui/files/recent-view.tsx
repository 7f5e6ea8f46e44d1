import { useEffect, useMemo, useRef } from 'preact/hooks'
import { entryDate } from '../folder/lib/entry-date.ts'
import { moveToBin } from '../folder/state/bin.ts'
import { parentOf } from '../lib/links/mfs-path.ts'
import { filesLink, viewLink } from '../lib/links/section.ts'
import { useStore } from '../lib/reactive/store.ts'
import { t, words } from '../lib/text/t.ts'
import { placeWords } from '../library/lib/place-words.ts'
import { ListPage } from '../library/parts/list-page.tsx'
import { followLibrary, library } from '../library/state/library.ts'
import type { LibraryItem } from '../library/state/library.ts'
import type { MenuItem } from '../page/controls/menu.tsx'
import { cidMenu, contentMenu } from './item-menu.ts'
import { SectionTitle } from './section-title.tsx'

const BAR_IDS = ['download', 'share', 'show', 'delete']
const MAX_SHOWN = 300
const NEWEST = { sort: 'date', descending: true } as const

/** Items of all folders that were added or modified last. */
export function RecentView () {
  const { items, reading, problem } = useStore(library)
  const heading = useRef<HTMLHeadingElement>(null)
  const recent = useMemo(() => latest(items ?? []), [items])

  useEffect(followLibrary, [])

  return (
    <ListPage
      listKey='recent'
      items={recent}
      reading={reading || items == null}
      heading={heading}
      title={<SectionTitle text={t('Recent')} heading={heading} />}
      initial={NEWEST}
      where={WHERE}
      hrefOf={libraryHref}
      menuOf={menuOf}
      barIds={BAR_IDS}
      problem={problem}
      empty={{
        icon: 'recent',
        text: t('Items that you add or change appear here.'),
        action: <a class='button' href={filesLink('/')}>{t('Go to Files')}</a>
      }}
    />
  )
}

/** Column with the folder of an item. */
const WHERE = { title: words('Location'), of: ({ path }: LibraryItem) => placeWords(parentOf(path)) }

function latest (items: readonly LibraryItem[]): LibraryItem[] {
  const dated = items.filter((item) => item.kind !== 'folder' && entryDate(item) != null)
  return dated.sort((a, b) => entryDate(b)!.getTime() - entryDate(a)!.getTime()).slice(0, MAX_SHOWN)
}

function libraryHref (item: LibraryItem): string {
  return item.kind === 'folder' ? filesLink(item.path) : viewLink(item.path)
}

function menuOf (chosen: readonly LibraryItem[]): MenuItem[] {
  if (chosen.length === 0) {
    return []
  }
  return [
    ...contentMenu(chosen, { hrefOf: libraryHref }),
    ...chosen.length > 1 ? [] : [showItem(parentOf(chosen[0].path))],
    ...cidMenu(chosen),
    {
      id: 'delete',
      label: t('Delete'),
      icon: 'bin',
      isDanger: true,
      startsGroup: true,
      run: () => {
        void deleteEach(chosen)
      }
    }
  ]
}

/** Link to the folder of an item. */
function showItem (folder: string): MenuItem {
  return { id: 'show', label: t('Show in Files'), icon: 'folder', href: filesLink(folder) }
}

/** Deletes items of several folders: one step for each folder. */
async function deleteEach (items: readonly LibraryItem[]): Promise<void> {
  const folders = Map.groupBy(items, ({ path }) => parentOf(path))
  for (const [folder, some] of folders) {
    await moveToBin(folder, some.map(({ name }) => name))
  }
}
