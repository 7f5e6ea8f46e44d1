import { saveLink } from '../../lib/links/save-link.ts'
import { number } from '../../lib/text/format.ts'
import { nameDirection } from '../../lib/text/name-direction.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t } from '../../lib/text/t.ts'
import { Name } from '../../page/text/name.tsx'
import { openShare } from '../../share/state/share.ts'
import type { ViewerItem } from '../lib/viewer-item.ts'
import { ViewerIcon } from './viewer-icon.tsx'

interface ViewerBarProps {
  name: string
  /** undefined until it is known */
  item: ViewerItem | undefined
  /** position in the list, from 1; undefined if it is not in a list */
  position: number | undefined
  count: number
  showsInfo: boolean
  showInfo: (shows: boolean) => void
  close: () => void
}

/** The name of the file, and its actions. */
export function ViewerBar ({ name, item, position, count, showsInfo, showInfo, close }: ViewerBarProps) {
  return (
    <header class='viewer-bar'>
      <button type='button' class='viewer-action' aria-label={t('Close')} title={t('Close')} onClick={close}>
        <ViewerIcon of='close' />
      </button>
      <h2 id='viewer-name' dir={nameDirection(name)} title={shownName(name)}>
        <Name of={name} />
      </h2>
      {position != null && count > 1 && (
        <span class='viewer-count'>{t('{n} of {all}', { n: number(position), all: number(count) })}</span>
      )}
      {item != null && (
        <>
          <a
            class='button viewer-action'
            href={saveLink(item.cid, 'file', name)}
            aria-label={t('Download {name}', { name })}
          >
            <ViewerIcon of='download' />
            <span class='viewer-word'>{t('Download')}</span>
          </a>
          <button
            type='button'
            class='viewer-action'
            aria-haspopup='dialog'
            aria-label={t('Share {name}…', { name })}
            onClick={() => {
              void openShare({ cid: item.cid, name, kind: 'file' })
            }}
          >
            <ViewerIcon of='share' />
            <span class='viewer-word'>{t('Share…')}</span>
          </button>
        </>
      )}
      <button
        type='button'
        class='viewer-action'
        aria-label={t('Details')}
        title={t('Details')}
        aria-keyshortcuts='I'
        aria-expanded={showsInfo}
        onClick={() => {
          showInfo(!showsInfo)
        }}
      >
        <ViewerIcon of='details' />
      </button>
    </header>
  )
}
