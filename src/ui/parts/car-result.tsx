import type { ImportedCar } from '../../client/index.ts'
import { contentLink } from '../lib/content-link.ts'
import { count } from '../lib/format.ts'
import { plainError } from '../lib/plain-error.ts'
import { Cid } from './cid.tsx'
import { CopyButton } from './copy-button.tsx'
import { Problem } from './problem.tsx'

/** A page is no place for thousands. */
const MAX_SHOWN = 20

/** The roots that a CAR brought, and which of them are not whole. */
export function CarResult ({ imported: { roots } }: { imported: ImportedCar }) {
  if (roots.length === 0) {
    return <p class='facts'>It names no root, so nothing of it is kept for good: freeing space removes it.</p>
  }

  return (
    <>
      <ul class='roots'>
        {roots.slice(0, MAX_SHOWN).map(({ cid, error }) => (
          <li key={cid}>
            <Cid id={cid} />
            {error === ''
              ? (
                <div class='actions'>
                  <a class='button' href={contentLink(cid)} target='_blank' rel='noopener' aria-label={`Open root ${cid} in a new tab`}>Open</a>
                  <CopyButton label='Copy CID' text={cid} what={`CID of root ${cid}`} />
                </div>
                )
              : <Problem problem={{ ...plainError(new Error(error)), what: 'This root is not kept: not all of it is in the file, nor here.', detail: error }} />}
          </li>
        ))}
      </ul>
      {roots.length > MAX_SHOWN && <p class='facts'>And {count(roots.length - MAX_SHOWN, 'more root')}.</p>}
    </>
  )
}
