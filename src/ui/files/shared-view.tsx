import { useMemo, useRef } from 'preact/hooks'
import { perform } from '../actions/state/dispatch.ts'
import { entryKind } from '../folder/lib/entry-kind.ts'
import { entryView } from '../folder/lib/entry-view.ts'
import { folded } from '../folder/lib/folder-entry.ts'
import type { FolderEntry } from '../folder/lib/folder-entry.ts'
import { filesLink } from '../lib/links/section.ts'
import { useStore } from '../lib/reactive/store.ts'
import { t, tn, words } from '../lib/text/t.ts'
import { ListPage } from '../library/parts/list-page.tsx'
import { forgetShares, restoreShares, shares } from '../library/state/shares.ts'
import type { MenuItem } from '../page/controls/menu.tsx'
import { PublishedList } from '../publish/parts/published-list.tsx'
import { keepShared, stopKeepingShared } from '../share/state/share-together.ts'
import { cidMenu, contentMenu } from './item-menu.ts'
import { SectionTitle } from './section-title.tsx'

const BAR_IDS = ['share', 'download', 'delete']
const NEWEST = { sort: 'date', descending: true } as const

/** Items that were shared from this browser. */
export function SharedView () {
  const list = useStore(shares)
  const heading = useRef<HTMLHeadingElement>(null)
  const items = useMemo(
    () =>
      list.map(({ cid, name, kind, atMs }): FolderEntry => ({
        key: cid,
        cid,
        name: name || cid,
        kind: kind === 'folder' ? 'folder' : entryKind(name),
        size: undefined,
        modified: new Date(atMs),
        folded: folded(name)
      })),
    [list]
  )

  return (
    <ListPage
      listKey='shared'
      items={items}
      reading={false}
      heading={heading}
      title={<SectionTitle text={t('Shared')} heading={heading} />}
      initial={NEWEST}
      dateTitle={words('Shared')}
      hrefOf={entryView}
      menuOf={menuOf}
      barIds={BAR_IDS}
      empty={{
        icon: 'share',
        text: t('Items that you share appear here.'),
        action: <a class='button' href={filesLink('/')}>{t('Go to Files')}</a>
      }}
    >
      <PublishedList />
    </ListPage>
  )
}

function menuOf (chosen: readonly FolderEntry[]): MenuItem[] {
  if (chosen.length === 0) {
    return []
  }
  return [
    ...contentMenu(chosen, { hrefOf: entryView }),
    ...cidMenu(chosen),
    {
      id: 'delete',
      label: chosen.some(isGathered) ? t('Stop sharing') : t('Remove from this list'),
      icon: 'close',
      startsGroup: true,
      run: () => {
        void forget(chosen)
      }
    }
  ]
}

function isGathered ({ cid }: FolderEntry): boolean {
  return shares.value.some((one) => one.cid === cid && one.isGathered === true)
}

async function forget (items: readonly FolderEntry[]): Promise<void> {
  const before = shares.value.filter(({ cid }) => items.some((item) => item.cid === cid))
  await perform([before], {
    doing: words('Removing'),
    job: async () => {
      forgetShares(before.map(({ cid }) => cid))
      for (const { cid } of before.filter(({ isGathered }) => isGathered === true)) {
        await stopKeepingShared(cid)
      }
    },
    undo: () => ({
      done: () => tn(before.length, 'Removed {n} item from the list', 'Removed {n} items from the list'),
      back: async () => {
        for (const { cid } of before.filter(({ isGathered }) => isGathered === true)) {
          await keepShared(cid)
        }
        restoreShares(before)
      }
    })
  })
}
