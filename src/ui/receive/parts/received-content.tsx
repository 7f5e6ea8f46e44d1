import { saveLink } from '../../lib/links/save-link.ts'
import { receivedLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Name } from '../../page/text/name.tsx'
import { receivedName, receiving } from '../state/receive.ts'
import type { ReceivedRoot } from '../state/receive.ts'
import { useReceivedEntry } from '../state/use-received-entry.ts'
import { ReceivedFile } from './received-file.tsx'
import { ReceivedFolder } from './received-folder.tsx'

interface ReceivedContentProps {
  link: string
  inside: readonly string[]
  root: ReceivedRoot
}

/** The preview of a received file, or the entries of a folder, or one of them. */
export function ReceivedContent ({ link, inside, root }: ReceivedContentProps) {
  const state = useStore(receiving)
  const { isWhole, item } = state
  const entry = useReceivedEntry(root, inside)
  const name = inside.at(-1) ?? receivedName(state)

  return (
    <section class='receive-content' aria-label={inside.length === 0 ? t('Content') : name}>
      {inside.length > 0 && <Crumbs link={link} inside={inside} />}
      {entry?.isFolder === true && entry.entries != null && (
        <ReceivedFolder
          key={inside.join('/')}
          link={link}
          inside={inside}
          entries={entry.entries}
          isWhole={isWhole}
        />
      )}
      {entry?.isFolder === false && (
        <>
          {inside.length > 0 && isWhole && (
            <p>
              <a class='button' href={saveLink(entry.cid, 'file', name)}>{t('Download this file')}</a>
            </p>
          )}
          <ReceivedFile
            key={entry.cid}
            cid={entry.cid}
            name={name}
            type={inside.length === 0 ? item?.type : undefined}
            isWhole={isWhole}
          />
        </>
      )}
    </section>
  )
}

/** The way from the shared folder to one of its entries. */
function Crumbs ({ link, inside }: { link: string; inside: readonly string[] }) {
  const names = [receivedName(receiving.value), ...inside]

  return (
    <nav class='receive-crumbs' aria-label={t('Folder path')}>
      {names.map((name, i) => (
        <span key={i}>
          {i > 0 && <span aria-hidden='true'>/</span>}
          {i === inside.length
            ? (
              <span aria-current='page'>
                <Name of={name} />
              </span>
            )
            : (
              <a href={receivedLink(link, inside.slice(0, i))}>
                <Name of={name} />
              </a>
            )}
        </span>
      ))}
    </nav>
  )
}
