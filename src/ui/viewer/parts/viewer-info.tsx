import { viewerKind } from '../../content/lib/viewer-kind.ts'
import { exploreLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes, moment } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { placeWords } from '../../library/lib/place-words.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { Cid } from '../../page/text/cid.tsx'
import { Name } from '../../page/text/name.tsx'
import { KIND_NAMES } from '../lib/file-type.ts'
import type { ViewerItem } from '../lib/viewer-item.ts'
import { contentPathOf, placeOf } from '../lib/viewer-target.ts'
import type { ViewerTarget } from '../lib/viewer-target.ts'
import { viewerList } from '../state/viewer-list.ts'
import { ViewerIcon } from './viewer-icon.tsx'
import { WhereKept } from './where-kept.tsx'

interface ViewerInfoProps {
  target: ViewerTarget
  item: ViewerItem | undefined
  /** media type, such as `image/png`; undefined until it is known */
  type: string | undefined
  close: () => void
}

/** Details of the file, next to it; on a phone above it. */
export function ViewerInfo ({ target, item, type, close }: ViewerInfoProps) {
  return (
    <aside class='viewer-info' aria-label={t('Details')}>
      <div class='panel-head'>
        <h3>{t('Details')}</h3>
        <button
          type='button'
          class='viewer-action'
          aria-label={t('Close details')}
          title={t('Close details')}
          onClick={close}
        >
          <ViewerIcon of='close' />
        </button>
      </div>
      {item != null && <Facts target={target} item={item} type={type} />}
    </aside>
  )
}

function Facts ({ target, item, type }: Omit<ViewerInfoProps, 'item' | 'close'> & { item: ViewerItem }) {
  const { name, cid, size, modified, since } = item
  const list = useStore(viewerList)

  return (
    <>
      <dl>
        <dt>{t('Name')}</dt>
        <dd>
          <Name of={name} />
        </dd>
        {type != null && (
          <>
            <dt>{t('Type')}</dt>
            <dd>
              {t(KIND_NAMES[viewerKind(type, name)])} <span class='facts' dir='ltr'>{type.split(';')[0]}</span>
            </dd>
          </>
        )}
        {size != null && (
          <>
            <dt>{t('Size')}</dt>
            <dd>{bytes(size)}</dd>
          </>
        )}
        {modified != null && (
          <>
            <dt>{t('Modified')}</dt>
            <dd>{moment(modified)}</dd>
          </>
        )}
        {since != null && (
          <>
            <dt>{target.is === 'file' ? t('Added') : t('Pinned')}</dt>
            <dd>{moment(since)}</dd>
          </>
        )}
        {target.is === 'file' && (
          <>
            <dt>{t('Folder')}</dt>
            <dd>
              <Name of={placeWords(target.folder)} />
            </dd>
          </>
        )}
        <dt>{t('Location')}</dt>
        <dd>
          <WhereKept key={cid} cid={cid} />
        </dd>
        <dt>{t('CID')}</dt>
        <dd class='actions'>
          <Cid id={cid} />
          <CopyButton label={t('Copy CID')} text={cid} what={t('CID of {name}', { name })} />
        </dd>
      </dl>
      <a
        class='button'
        href={exploreLink(contentPathOf(target, cid, list?.place === placeOf(target) ? list.cid : undefined))}
      >
        {t('Inspect')}
      </a>
    </>
  )
}
