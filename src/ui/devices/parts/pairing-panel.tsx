import { useEffect, useRef, useState } from 'preact/hooks'
import { pairingCodeText } from '../../../devices/pairing/pairing-code.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { moment } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { QrCode } from '../../share/parts/qr-code.tsx'
import { defaultDeviceName } from '../lib/default-device-name.ts'
import { answerPairing, cancelPairing, enterCode, pairing, showCode, useCode } from '../state/pairing.ts'

/** Pairs this device with another one. */
export function PairingPanel () {
  const state = useStore(pairing)
  const [device, setDevice] = useState(() => defaultDeviceName(navigator.userAgent))

  switch (state.is) {
    case 'idle':
    case 'failed':
      return (
        <>
          <p>{t('No other device is paired.')}</p>
          {state.is === 'failed' && <Problem problem={state.problem} />}
          <label class='field device-field'>
            {t('Name of this device')}
            <input
              type='text'
              value={device}
              maxLength={32}
              onInput={({ currentTarget }) => {
                setDevice(currentTarget.value)
              }}
            />
          </label>
          <div class='actions'>
            <button
              type='button'
              class='main'
              onClick={() => {
                void showCode(device)
              }}
            >
              {t('Add a device…')}
            </button>
            <button type='button' onClick={enterCode}>{t('Enter a code…')}</button>
          </div>
        </>
      )
    case 'working':
      return <Waiting text={WORKING[state.step]()} canCancel={state.step !== 'saving'} />
    case 'showing':
      return <ShownCode {...state} />
    case 'entering':
      return <CodeForm device={device} />
    case 'asking':
      return <Question device={state.device} isInviter={state.isInviter} />
    case 'confirming':
      return <Waiting text={t('Confirm on “{device}” too.', { device: state.device })} canCancel />
  }
}

const WORKING = {
  making: () => t('Making a code…'),
  finding: () => t('Looking for the device with this code…'),
  saving: () => t('Pairing…')
}

function Waiting ({ text, canCancel }: { text: string; canCancel: boolean }) {
  return (
    <>
      <p role='status'>{text}</p>
      {canCancel && <CancelButton />}
    </>
  )
}

function ShownCode ({ code, link, expiresMs }: { code: string; link: string; expiresMs: number }) {
  const text = pairingCodeText(code)

  return (
    <div class='pairing-code'>
      <div>
        <p>{t('Scan this with the camera of the other device, or enter the code there in Settings under Devices.')}</p>
        <p class='code' role='status' aria-label={t('Pairing code {code}', { code: text })} dir='ltr'>{text}</p>
        <p class='facts'>{t('Valid once, until {date}.', { date: moment(new Date(expiresMs)) })}</p>
        <div class='actions'>
          <CopyButton text={link} label={t('Copy link')} what={t('link for pairing')} />
          <CancelButton />
        </div>
      </div>
      <QrCode text={link} label={t('QR code for pairing')} />
    </div>
  )
}

function CodeForm ({ device }: { device: string }) {
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    input.current?.focus()
  }, [])

  return (
    <form
      class='device-name'
      onSubmit={(event) => {
        event.preventDefault()
        void useCode(text, device)
      }}
    >
      <label class='field device-field'>
        {t('Code on the other device')}
        <input
          ref={input}
          type='text'
          value={text}
          dir='ltr'
          autocomplete='off'
          autocapitalize='characters'
          spellcheck={false}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
          }}
        />
      </label>
      <button type='submit' class='main' disabled={text.trim() === ''}>{t('Continue')}</button>
      <CancelButton />
    </form>
  )
}

function Question ({ device, isInviter }: { device: string; isInviter: boolean }) {
  const place = useRef<HTMLDivElement>(null)

  // The question may appear minutes after the last press.
  useEffect(() => {
    place.current?.focus()
  }, [])

  return (
    <div ref={place} tabIndex={-1} role='group' aria-label={t('Pair with “{device}”?', { device })}>
      <p>
        <strong>{t('Pair with “{device}”?', { device })}</strong>
      </p>
      <p>
        {isInviter
          ? t('It has entered your code. The files of both devices are merged, and each one gets all of them.')
          : t('It shows this code. The files of both devices are merged, and each one gets all of them.')}
      </p>
      <div class='actions'>
        <button
          type='button'
          class='main'
          onClick={() => {
            void answerPairing(true)
          }}
        >
          {t('Pair')}
        </button>
        <button
          type='button'
          onClick={() => {
            void answerPairing(false)
          }}
        >
          {t('Don’t pair')}
        </button>
      </div>
    </div>
  )
}

function CancelButton () {
  return (
    <button
      type='button'
      class='quiet'
      onClick={() => {
        void cancelPairing()
      }}
    >
      {t('Cancel')}
    </button>
  )
}
