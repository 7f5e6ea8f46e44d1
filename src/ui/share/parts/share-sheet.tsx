import { useEffect, useRef, useState } from 'preact/hooks'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { carLink } from '../../lib/links/car-link.ts'
import { contentLink } from '../../lib/links/content-link.ts'
import { sharedLink } from '../../lib/links/shared-link.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { keepLocal, readLocal } from '../../lib/text/local-text.ts'
import { rich } from '../../lib/text/rich.ts'
import { t } from '../../lib/text/t.ts'
import { peers } from '../../network/state/peers.ts'
import { Name } from '../../page/name.tsx'
import { RunInConsole } from '../../page/run-in-console.tsx'
import { elsewhere, servicesWith } from '../../storage/state/elsewhere.ts'
import { gatewayLink } from '../lib/gateway-link.ts'
import { reachWords } from '../lib/reach-words.ts'
import { closeShare } from '../state/share.ts'
import type { ShareItem } from '../state/share.ts'
import { AnnouncedCheck } from './announced-check.tsx'
import { RelayCheck } from './relay-check.tsx'
import { ShareLink } from './share-link.tsx'

const GATEWAY_KEY = 'swipfs-gateway'
const GATEWAY = 'https://dweb.link'

/**
 * All ways to share a content, with their current state.
 *
 * @param isLookingUp - whether links by path must wait for the kind
 */
export function ShareSheet ({ item: { cid, name, kind }, isLookingUp }: { item: ShareItem; isLookingUp: boolean }) {
  const sheet = useRef<HTMLDialogElement>(null)
  const { isPeer, addresses } = useStore(peers)
  const services = servicesWith(useStore(elsewhere), cid)
  const [gateway, setGateway] = useState(() => readLocal(GATEWAY_KEY) ?? GATEWAY)
  const path = contentLink(cid, kind === 'file' && name !== '' ? name : undefined)
  const called = name || cid
  const byGateway = gatewayLink(gateway, path)
  const words = reachWords({ isPeer, addresses, services })
  const isReached = addresses.length > 0 || services.length > 0

  // A modal dialog returns the focus to its previous element.
  useEffect(() => {
    sheet.current?.showModal()
  }, [])

  function keepGateway (value: string): void {
    setGateway(value)
    if (gatewayLink(value, path) != null) {
      keepLocal(GATEWAY_KEY, value)
    }
  }

  return (
    <dialog
      ref={sheet}
      class='panel share'
      aria-labelledby='share-title'
      onClose={closeShare}
      onClick={({ target, currentTarget }) => {
        if (target === currentTarget) {
          currentTarget.close()
        }
      }}
    >
      <div class='share-inside'>
        <div class='panel-head'>
          <h2 id='share-title'>{rich(t('Share {name}'), { name: <Name of={called} /> })}</h2>
          <button type='button' class='quiet' onClick={() => sheet.current?.close()}>{t('Close')}</button>
        </div>
        <p class={isReached ? 'state good' : 'state'}>{words}</p>
        <ShareLink
          title={t('Share link')}
          name={called}
          note={addresses.length > 0
            ? t('Opens in any browser and downloads directly from yours.')
            : t('Right now it only works in this browser.')}
          link={isLookingUp ? undefined : addresses.length > 0
            ? sharedLink(location.origin, { path, address: addresses[0] })
            : new URL(path, location.origin).href}
        >
          {addresses.length > 0 && <RelayCheck address={addresses[0]} />}
        </ShareLink>
        <ShareLink
          title={t('ipfs:// link')}
          name={called}
          note={isReached
            ? t('For IPFS apps and browsers that support ipfs:// links.')
            : t('For IPFS apps. Works only if another node has a copy.')}
          link={`ipfs://${cid}`}
        >
          <AnnouncedCheck cid={cid} />
        </ShareLink>
        <ShareLink
          title={t('Link of a public gateway')}
          name={called}
          note={isReached
            ? t('Works for everyone. The gateway must find a copy first, and sees each request.')
            : t('The gateway finds it only if another node has a copy.')}
          link={isLookingUp ? undefined : byGateway}
        >
          <label class='share-gateway'>
            {t('Gateway')}{' '}
            <input
              type='url'
              value={gateway}
              spellcheck={false}
              autocapitalize='none'
              aria-invalid={byGateway == null}
              onInput={({ currentTarget }) => {
                keepGateway(currentTarget.value)
              }}
            />
          </label>
          {!isLookingUp && byGateway != null && (
            <p class='actions'>
              <a class='button' href={byGateway} target='_blank' rel='noopener noreferrer'>
                {t('Try it in a new tab')}
              </a>{' '}
              <span class='facts'>
                {t('Only the gateway can tell. Asking reveals this CID to it.')}
              </span>
            </p>
          )}
          {byGateway == null && <p class='state bad' role='alert'>{t('This isn’t the address of a gateway.')}</p>}
        </ShareLink>
        <ShareLink title={t('CID')} name={called} note={t('The content’s permanent ID.')} link={cid} />
        <div class='share-way'>
          <h3>{t('Export as CAR')}</h3>
          <p class='facts'>{t('A CAR file for e-mail or a USB stick. Works without any connection.')}</p>
          <div class='actions'>
            <a class='button' href={carLink(cid, called)}>{t('Download as CAR')}</a>
            <RunInConsole line={ranLine('dag/export', [cid])} />
          </div>
        </div>
      </div>
    </dialog>
  )
}
