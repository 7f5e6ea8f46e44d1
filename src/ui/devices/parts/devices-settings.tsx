import { useEffect, useRef, useState } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import { moment } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { Name } from '../../page/text/name.tsx'
import { defaultDeviceName } from '../lib/default-device-name.ts'
import { readPairingLink } from '../lib/pairing-link.ts'
import { syncWords } from '../lib/sync-words.ts'
import { cancelReceiving, devices, removePair, renameDevice, runDevices, syncNow } from '../state/devices.ts'
import { pairing, usePairingLink } from '../state/pairing.ts'
import { PairingPanel } from './pairing-panel.tsx'

import '../../styles/devices.css'

/** The other device with the same Files, or the way to pair with one. */
export function DevicesSettings () {
  const { isRead, pair, sync, problem } = useStore(devices)

  useEffect(() => {
    void runDevices()
  }, [])
  const isRefused = usePairingLinks(isRead, pair != null)

  return (
    <>
      {pair != null && (
        <ul class='devices'>
          <li>
            <div>
              <strong>
                <Name of={pair.other.device} />
              </strong>
              <p role='status'>{syncWords(sync, pair.other.device)}</p>
              {pair.other.seenMs != null && (
                <p class='facts'>{t('Last seen {date}', { date: moment(new Date(pair.other.seenMs)) })}</p>
              )}
            </div>
            <div class='actions'>
              {sync.phase === 'merging'
                ? <button type='button' onClick={cancelReceiving}>{t('Cancel')}</button>
                : <button type='button' onClick={syncNow}>{t('Sync now')}</button>}
              <RemoveDevice device={pair.other.device} />
            </div>
          </li>
        </ul>
      )}
      {pair != null && isRefused && (
        <p role='alert'>
          {t('This browser is paired with {device} already. Remove it before you pair another device.', {
            device: pair.other.device
          })}
        </p>
      )}
      {pair != null && <DeviceName key={pair.device} name={pair.device} />}
      {isRead && pair == null && <PairingPanel />}
      {problem != null && <Problem problem={problem} />}
    </>
  )
}

/**
 * Starts pairing when the page was opened by a QR code.
 *
 * @returns whether a link was refused, because this browser is paired
 */
function usePairingLinks (isRead: boolean, isPaired: boolean): boolean {
  const [isRefused, setRefused] = useState(false)

  useEffect(() => {
    if (!isRead) {
      return
    }
    const look = (): void => {
      const link = readPairingLink(location.hash)
      if (link != null && pairing.value.is === 'idle') {
        // The code works once: a reload must not use it again.
        history.replaceState(history.state, '', location.hash.split('?')[0])
        setRefused(isPaired)
        if (!isPaired) {
          void usePairingLink(link, defaultDeviceName(navigator.userAgent))
        }
        document.getElementById('setting-devices')?.scrollIntoView()
      }
    }
    look()
    addEventListener('hashchange', look)
    return () => {
      removeEventListener('hashchange', look)
    }
  }, [isRead, isPaired])

  return isRefused
}

function RemoveDevice ({ device }: { device: string }) {
  const [isAsked, setAsked] = useState(false)
  const stop = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    stop.current?.focus()
  }, [isAsked])

  return isAsked
    ? (
      <>
        <p>{t('Stop syncing with “{device}”? The files stay on both devices.', { device })}</p>
        <button
          type='button'
          ref={stop}
          class='danger'
          onClick={() => {
            void removePair()
          }}
        >
          {t('Stop syncing')}
        </button>
        <button
          type='button'
          class='quiet'
          onClick={() => {
            setAsked(false)
          }}
        >
          {t('Cancel')}
        </button>
      </>
    )
    : (
      <button
        type='button'
        class='danger'
        onClick={() => {
          setAsked(true)
        }}
      >
        {t('Remove…')}
      </button>
    )
}

function DeviceName ({ name }: { name: string }) {
  const [text, setText] = useState(name)

  return (
    <form
      class='device-name'
      onSubmit={(event) => {
        event.preventDefault()
        void renameDevice(text)
      }}
    >
      <label class='field device-field'>
        {t('Name of this device')}
        <input
          type='text'
          value={text}
          maxLength={32}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
          }}
        />
      </label>
      <button type='submit' disabled={text.trim() === '' || text === name}>{t('Rename')}</button>
    </form>
  )
}
