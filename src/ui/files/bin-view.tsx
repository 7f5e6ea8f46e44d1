import { useEffect, useRef } from 'preact/hooks'
import { follow } from '../client/follow.ts'
import { whenReady } from '../client/node.ts'
import { BIN_DAYS } from '../folder/lib/bin.ts'
import { entryView } from '../folder/lib/entry-view.ts'
import { bin, deleteForever, readBin, restore } from '../folder/state/bin.ts'
import type { BinEntry } from '../folder/state/bin.ts'
import { useStore } from '../lib/reactive/store.ts'
import { t, tn, words } from '../lib/text/t.ts'
import { placeWords } from '../library/lib/place-words.ts'
import { ListPage } from '../library/parts/list-page.tsx'
import type { MenuItem } from '../page/controls/menu.tsx'
import { cidMenu, contentMenu } from './item-menu.ts'
import { SectionTitle } from './section-title.tsx'

const BAR_IDS = ['restore', 'delete']
const NEWEST = { sort: 'date', descending: true } as const
const WHERE = { title: words('Deleted from'), of: ({ from }: BinEntry) => placeWords(from) }

/** Deleted items, until they are removed for good. */
export function BinView () {
  const { list } = useStore(bin)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const gone = new AbortController()
    whenReady({ signal: gone.signal }).then(readBin, () => {}) // The page was left.
    const stop = follow('files', readBin)
    return () => {
      gone.abort()
      stop()
    }
  }, [])

  return (
    <ListPage
      listKey='bin'
      items={list ?? []}
      reading={list == null}
      heading={heading}
      title={<SectionTitle text={t('Bin')} heading={heading} />}
      facts={tn(BIN_DAYS, 'emptied after {n} day', 'emptied after {n} days')}
      initial={NEWEST}
      dateTitle={words('Deleted')}
      where={WHERE}
      hrefOf={entryView}
      menuOf={menuOf}
      barIds={BAR_IDS}
      actions={list != null && list.length > 0 && (
        <button
          type='button'
          onClick={() => {
            void deleteForever(list)
          }}
        >
          {t('Empty the Bin')}
        </button>
      )}
      empty={{ icon: 'bin', text: t('The Bin is empty.') }}
    />
  )
}

function menuOf (chosen: readonly BinEntry[]): MenuItem[] {
  if (chosen.length === 0) {
    return []
  }
  return [
    {
      id: 'restore',
      label: t('Restore'),
      icon: 'restore',
      run: () => {
        void restore(chosen)
      }
    },
    ...contentMenu(chosen, { hrefOf: entryView, hasPins: false }),
    ...cidMenu(chosen),
    {
      id: 'delete',
      label: t('Delete permanently'),
      icon: 'bin',
      isDanger: true,
      startsGroup: true,
      run: () => {
        void deleteForever(chosen)
      }
    }
  ]
}
