import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { node } from '../../client/node.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { language } from '../../lib/text/language.ts'
import { rich } from '../../lib/text/rich.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { permissionWords } from '../lib/permission-words.ts'
import { allowSite, bridge, denySite, revokeConnected } from '../state/bridge.ts'
import type { BridgeState } from '../state/bridge.ts'
import { AllowButton } from './allow-button.tsx'
import { PermissionList } from './permission-list.tsx'

/** The window that asks whether a site may use the node, and that keeps it connected. */
export function BridgePage () {
  useStore(language) // Everything is rendered again when the language changes.
  const state = useStore(bridge)
  const { problem } = useStore(node)

  useEffect(() => {
    document.title = t('Connect a site')
  })

  return (
    <main class='bridge'>
      <p class='bridge-brand'>
        <span>swipfs</span> <bdi dir='ltr'>{location.host}</bdi>
      </p>
      <Shown state={state} />
      {problem != null && <Problem problem={problem} />}
    </main>
  )
}

function Shown ({ state }: { state: BridgeState }): ComponentChildren {
  switch (state.is) {
    case 'framed':
      return <Card title={t('This page can’t be used inside another page.')} />
    case 'unasked':
      return (
        <Card title={t('No site has asked')}>
          <p>{t('This window is opened by a site that wants to use your node. Open it again from there.')}</p>
          <p>
            <a href='./'>{t('My files')}</a>
          </p>
        </Card>
      )
    case 'waiting':
      return <Card title={t('Connecting…')} />
    case 'refused':
      return (
        <Card title={rich(t('The request of {site} was refused'), { site: <Site of={state.origin} /> })}>
          <p lang='en'>{state.detail}</p>
          <CloseButton />
        </Card>
      )
    case 'asked':
      return <Question state={state} />
    case 'connected':
      return <Connected state={state} />
    case 'ended':
      return (
        <Card title={endTitle(state)}>
          <p>{t('You can close this window.')}</p>
          <CloseButton />
        </Card>
      )
  }
}

function Question ({ state: { origin, scope, hasKey, isStoring, problem } }: {
  state: Extract<BridgeState, { is: 'asked' }>
}) {
  return (
    <Card title={rich(t('Allow {site} to use your node?'), { site: <Site of={origin} /> })}>
      <p>{t('It could do this while this window is open:')}</p>
      <PermissionList of={permissionWords(scope, hasKey)} />
      <p class='facts'>
        {t('It can’t change, replace or delete any file. You can revoke this at any time in Settings.')}
      </p>
      {problem != null && <Problem problem={problem} />}
      <div class='actions'>
        <button type='button' onClick={denySite}>{t('Don’t allow')}</button>
        <AllowButton
          isBusy={isStoring}
          onAllow={() => {
            void allowSite()
          }}
        />
      </div>
    </Card>
  )
}

function Connected ({ state: { grant, calls } }: { state: Extract<BridgeState, { is: 'connected' }> }) {
  return (
    <Card title={rich(t('{site} is connected'), { site: <Site of={grant.origin} /> })}>
      <p>{t('Keep this window open: the connection ends when it is closed.')}</p>
      <PermissionList of={permissionWords(grant.scope)} />
      <p class='facts'>{tn(calls, '{n} request', '{n} requests')}</p>
      <div class='actions'>
        <CloseButton />
        <button
          type='button'
          class='danger'
          onClick={() => {
            void revokeConnected()
          }}
        >
          {t('Revoke')}
        </button>
      </div>
    </Card>
  )
}

function endTitle ({ end }: Extract<BridgeState, { is: 'ended' }>): string {
  switch (end) {
    case 'closed':
      return t('The site has ended the connection')
    case 'denied':
      return t('Not allowed')
    case 'revoked':
      return t('Access was revoked')
  }
}

/** A state of the window. Its title gets the focus, so that screen readers speak it, and no key presses a button. */
function Card ({ title, children }: { title: ComponentChildren; children?: ComponentChildren }) {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    heading.current?.focus()
  }, [])

  return (
    <section class='bridge-card' aria-labelledby='bridge-title'>
      <h1 id='bridge-title' ref={heading} tabIndex={-1}>{title}</h1>
      {children}
    </section>
  )
}

/** The origin of a site, in ASCII: its host cannot imitate another one by similar letters. */
function Site ({ of }: { of: string }) {
  return <bdi class='site-origin' dir='ltr'>{of.replace(/^https:\/\//, '')}</bdi>
}

function CloseButton () {
  return (
    <button
      type='button'
      onClick={() => {
        window.close()
      }}
    >
      {t('Close')}
    </button>
  )
}
