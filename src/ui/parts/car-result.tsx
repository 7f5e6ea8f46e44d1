import type { CarRoot, ImportedCar } from '../../client/index.ts'
import { contentLink } from '../lib/content-link.ts'
import { count } from '../lib/format.ts'
import { Cid } from './cid.tsx'
import { CopyButton } from './copy-button.tsx'
import { Icon } from './icon.tsx'
import { Problem } from './problem.tsx'

/** A page is no place for thousands. */
const MAX_SHOWN = 20

/** The roots that a CAR brought, and which of them are not whole. */
export function CarResult ({ imported: { roots } }: { imported: ImportedCar }) {
  const lacking = roots.filter(({ error }) => error !== '')

  if (roots.length === 0) {
    return <p class='facts'>It names no root, so nothing of it is kept for good: freeing space removes it.</p>
  }

  return (
    <>
      <ul class='roots'>
        {roots.slice(0, MAX_SHOWN).map((root) => <Root key={root.cid} root={root} />)}
      </ul>
      {roots.length > MAX_SHOWN && <p class='facts'>And {count(roots.length - MAX_SHOWN, 'more root', 'more roots')}.</p>}
      {lacking.length > 0 && (
        <Problem problem={{
          what: `${count(lacking.length, 'root is', 'roots are')} not kept: blocks are missing in the file, and here.`,
          next: 'What came stays until space is freed. Import an archive that has the rest.',
          detail: lacking.slice(0, MAX_SHOWN).map(({ cid, error }) => `${cid}: ${error}`).join('\n')
        }} />
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
            <a class='button' href={contentLink(cid)} target='_blank' rel='noopener' aria-label={`Open root ${cid} in a new tab`}>Open</a>
            <CopyButton label='Copy CID' text={cid} what={`CID of root ${cid}`} />
          </div>
          )
        : <span class='state bad'><Icon of='incomplete' /> Not kept</span>}
    </li>
  )
}
