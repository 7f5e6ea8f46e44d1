import type { CarRoot } from '../../../client/index.ts'
import type { ImportedHere } from '../../intake/state/import-one.ts'
import { contentLink } from '../../lib/links/content-link.ts'
import { t, tn } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { Icon } from '../../page/controls/icon.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { Cid } from '../../page/text/cid.tsx'

/** Limit of displayed roots. */
const MAX_SHOWN = 20

/** The roots of an imported CAR, with incomplete ones marked. */
export function CarResult ({ imported: { roots, pinned } }: { imported: ImportedHere }) {
  const lacking = roots.filter(({ error }) => error !== '')

  if (roots.length === 0) {
    return <p class='facts'>{t('The archive has no roots, so its blocks are removed when you free space.')}</p>
  }

  return (
    <>
      <ul class='roots'>
        {roots.slice(0, MAX_SHOWN).map((root) => <Root key={root.cid} root={root} />)}
      </ul>
      {roots.length > MAX_SHOWN && (
        <p class='facts'>{tn(roots.length - MAX_SHOWN, 'And {n} more root.', 'And {n} more roots.')}</p>
      )}
      {pinned.length > 0 && (
        <p class='facts'>
          {tn(
            pinned.length,
            '{n} root is not a file or folder. It is pinned, but not in this folder.',
            '{n} roots are not files or folders. They are pinned, but not in this folder.'
          )}
        </p>
      )}
      {lacking.length > 0 && (
        <Problem
          problem={{
            what: tn(
              lacking.length,
              '{n} root is not pinned: blocks are missing in the file and on this device.',
              '{n} roots are not pinned: blocks are missing in the file and on this device.'
            ),
            next: t('The imported blocks stay until you free space. Import an archive that has the rest.'),
            detail: lacking.slice(0, MAX_SHOWN).map(({ cid, error }) => `${cid}: ${error}`).join('\n')
          }}
        />
      )}
    </>
  )
}

function Root ({ root: { cid, error } }: { root: CarRoot }) {
  return (
    <li>
      <Cid id={cid} />
      {error === ''
        ? (
          <div class='actions'>
            <a
              class='button'
              href={contentLink(cid)}
              target='_blank'
              rel='noopener'
              aria-label={t('Open root {cid} in a new tab', { cid })}
            >
              {t('Open')}
            </a>
            <CopyButton label={t('Copy CID')} text={cid} what={t('CID of root {cid}', { cid })} />
          </div>
        )
        : (
          <span class='state bad'>
            <Icon of='incomplete' /> {t('Not pinned')}
          </span>
        )}
    </li>
  )
}
