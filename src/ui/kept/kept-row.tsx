import { useEffect, useRef, useState } from 'preact/hooks'
import { openFolder } from '../folder/state/folder.ts'
import { addLine } from '../intake/lib/add-line.ts'
import type { Upload } from '../intake/state/uploads.ts'
import { saveLine } from '../lib/command/lines/save-line.ts'
import { contentLink } from '../lib/links/content-link.ts'
import { saveLink } from '../lib/links/save-link.ts'
import { exploreLink, viewContentLink } from '../lib/links/section.ts'
import { useStore, useStorePart } from '../lib/reactive/store.ts'
import { day, listed, moment } from '../lib/text/format.ts'
import { nameDirection } from '../lib/text/name-direction.ts'
import { rich } from '../lib/text/rich.ts'
import { shownName } from '../lib/text/shown-name.ts'
import { t } from '../lib/text/t.ts'
import { Cid } from '../page/cid.tsx'
import { CopyButton } from '../page/copy-button.tsx'
import { Icon } from '../page/icon.tsx'
import { Name } from '../page/name.tsx'
import { RunInConsole } from '../page/run-in-console.tsx'
import { ShareButton } from '../share/parts/share-button.tsx'
import { PresenceState } from '../storage/parts/presence-state.tsx'
import { elsewhere, servicesWith } from '../storage/state/elsewhere.ts'
import { remove } from '../storage/state/kept.ts'
import type { Kept } from '../storage/state/kept.ts'
import { pinDates } from '../storage/state/pin-dates.ts'
import { check, presence, presenceOf } from '../storage/state/presence.ts'

/** Distance at which a row is checked before it becomes visible. */
const NEAR = '400px'

/**
 * A pin. Its blocks are checked when it is about to become visible.
 *
 * @param added - the upload that just added it
 */
export function KeptRow (
  { pin, added, isChosen, choose }: {
    pin: Kept
    added: Upload | undefined
    isChosen: boolean
    choose: (event: Event) => void
  }
) {
  const line = added == null ? undefined : addLine(added.picked)
  const row = useRef<HTMLLIElement>(null)
  const [removing, setRemoving] = useState(false)
  const [gone] = useState(() => new AbortController())
  const state = useStorePart(presence, (all) => presenceOf(all, pin))
  const name = pin.name || t('Without a name')
  const kind = state.is === 'whole' ? state.kind : undefined
  const unknown = state.is === 'unknown'
  const link = contentLink(pin.cid, kind === 'file' && pin.name !== '' ? pin.name : undefined)
  const services = servicesWith(useStore(elsewhere), pin.cid)
  const since = useStore(pinDates).get(pin.cid)

  useEffect(() => {
    if (!unknown || row.current == null) {
      return
    }
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) {
        return
      }
      observer.disconnect()
      check(pin, { signal: gone.signal })
    }, { rootMargin: NEAR })
    observer.observe(row.current)
    return () => {
      observer.disconnect()
    }
  }, [unknown, gone, pin])

  // Not in the effect above: the check itself ends the state "unknown".
  useEffect(() => () => {
    gone.abort()
  }, [gone])

  async function take (): Promise<void> {
    setRemoving(true)
    await remove([pin]).catch(() => {}) // The list shows the error.
    setRemoving(false) // The row may appear again: the pin can be restored before the list is read.
  }

  return (
    <li class='row' ref={row} data-chosen={isChosen}>
      <label class='row-check'>
        <input type='checkbox' checked={isChosen} aria-label={t('Choose {name}', { name })} onClick={choose} />
      </label>
      <Icon of={kind ?? (pin.name.includes('.') ? 'file' : 'folder')} />
      <div class='row-text'>
        <p class='name' dir={nameDirection(name)} title={shownName(name)}>
          <Name of={name} />
        </p>
        <p class='facts'>
          <PresenceState of={state} isDirect={pin.type === 'direct'} />{' '}
          {since != null && (
            <time dateTime={since.toISOString()} title={moment(since)}>{t('since {day}', { day: day(since) })}</time>
          )}{' '}
          {services.length > 0 && (
            <span>{rich(t('Also kept at {services}'), { services: <Name of={listed(services)} /> })}</span>
          )}{' '}
          <a href={exploreLink(`/ipfs/${pin.cid}`)} aria-label={t('Explore {name}', { name })}>
            <Cid id={pin.cid} />
          </a>
        </p>
      </div>
      <div class='actions'>
        <a
          class='button'
          href={link}
          target='_blank'
          rel='noopener'
          aria-label={t('Open {name} in a new tab', { name })}
        >
          {t('Open')}
        </a>
        {kind === 'file' && (
          <a
            class='button'
            href={viewContentLink({ path: `/ipfs/${pin.cid}`, name: pin.name || undefined })}
            aria-label={t('View {name}', { name })}
          >
            {t('View')}
          </a>
        )}
        {kind === 'folder' && (
          <button
            type='button'
            aria-label={t('Look inside {name}', { name })}
            onClick={() => {
              void openFolder([{ cid: pin.cid, name }])
            }}
          >
            {t('Look inside')}
          </button>
        )}
        {kind != null && (
          <span class='with-command'>
            <a
              class='button'
              href={saveLink(pin.cid, kind, pin.name || pin.cid)}
              aria-label={kind === 'folder' ? t('Save {name} as TAR', { name }) : t('Save {name}', { name })}
            >
              {t('Save')}
            </a>
            <RunInConsole line={saveLine(pin.cid, kind === 'folder')} />
          </span>
        )}
        <ShareButton item={{ cid: pin.cid, name: pin.name, kind }} />
        <CopyButton label={t('Copy CID')} text={pin.cid} what={t('CID of {name}', { name })} />
        {line != null && <RunInConsole line={line} />}
        <button
          type='button'
          class='quiet'
          disabled={removing}
          aria-label={t('Remove {name}', { name })}
          onClick={() => {
            void take()
          }}
        >
          {t('Remove')}
        </button>
      </div>
    </li>
  )
}
