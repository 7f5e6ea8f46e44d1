import { saveLink } from '../../lib/links/save-link.ts'
import { bytes } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { Name } from '../../page/text/name.tsx'
import { extensionOf } from '../lib/file-type.ts'
import type { ViewerItem } from '../lib/viewer-item.ts'
import { ViewerIcon } from './viewer-icon.tsx'

const ARCHIVE = /\.(?:zip|tar|gz|tgz|bz2|xz|7z|rar|zst|car|jar)$/i

/** A file that the page cannot show: its name, size and type, and a download. */
export function FileCard (
  { item: { name, cid, size }, type, children }: { item: ViewerItem; type: string | undefined; children?: string }
) {
  const extension = extensionOf(name)

  return (
    <div class='viewer-card'>
      <ViewerIcon of={ARCHIVE.test(name) ? 'archive' : 'file'} />
      <p class='viewer-card-name'>
        <Name of={name} />
      </p>
      <p class='facts'>
        {[
          ...size == null ? [] : [bytes(size)],
          extension == null ? type ?? t('File') : t('{extension} file', { extension })
        ].join(' · ')}
      </p>
      <p class='facts'>{children ?? t('There is no preview for this type of file.')}</p>
      <a class='button viewer-download' href={saveLink(cid, 'file', name)}>{t('Download')}</a>
    </div>
  )
}
