import { useEffect, useRef } from 'preact/hooks'
import { contentHref } from '../../lib/links/content-href.ts'
import { exploreLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { rich } from '../../lib/text/rich.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { Name } from '../../page/text/name.tsx'
import { addSharedIn, leaveSharedIn, sharedIn } from '../state/shared-in.ts'

/** Data that the system passed to the page. Any page can trigger that, so the user must confirm it. */
export function SharedInNotice () {
  const { files, path, meets, note, problem } = useStore(sharedIn)
  const first = useRef<HTMLElement | null>(null)
  const all = note == null ? files : [...files, note]
  const firstName = all[0]?.name || t('Unnamed')
  const asks = all.length > 0 || path != null

  useEffect(() => {
    if (asks) {
      first.current?.focus()
    }
  }, [asks])

  if (problem != null) {
    return (
      <Problem problem={problem}>
        <button type='button' onClick={leaveSharedIn}>{t('Dismiss')}</button>
      </Problem>
    )
  }

  if (!asks) {
    return null
  }

  return (
    <section
      class='panel'
      role='alertdialog'
      aria-labelledby='shared-in-title'
      aria-describedby='shared-in-text'
      onKeyDown={({ key }) => {
        if (key === 'Escape') {
          leaveSharedIn()
        }
      }}
    >
      <h2 id='shared-in-title'>{t('Shared with this page')}</h2>
      <p id='shared-in-text'>
        {path != null && <>{rich(t('A link to {path}.'), { path: <Name of={path} /> })}{' '}</>}
        {all.length === 1 && (
          <>
            <Name of={firstName} />
            {t(', ')}
            {bytes(all[0].size)}
          </>
        )}
        {all.length > 1 &&
          rich(
            tn(all.length, '{n} file, {size}: {name} and others', '{n} files, {size}: {name} and others', {
              size: bytes(all.reduce((sum, { size }) => sum + size, 0))
            }),
            { name: <Name of={firstName} /> }
          )}
      </p>
      <div class='actions'>
        {path != null && (
          <a
            class='button'
            ref={(link) => {
              first.current = link
            }}
            href={meets ?? contentHref(path)}
            onClick={() => {
              if (meets != null) {
                leaveSharedIn()
              }
            }}
          >
            {t('Open')}
          </a>
        )}
        {path != null && <a class='button' href={exploreLink(path)} onClick={leaveSharedIn}>{t('View here')}</a>}
        {all.length > 0 && (
          <button
            type='button'
            class='main'
            ref={(button) => {
              if (path == null) {
                first.current = button
              }
            }}
            onClick={addSharedIn}
          >
            {all.length === 1 ? t('Add') : t('Add')}
          </button>
        )}
        <button type='button' class='quiet' onClick={leaveSharedIn}>{t('Not now')}</button>
      </div>
    </section>
  )
}
