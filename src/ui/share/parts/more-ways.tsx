import { useState } from 'preact/hooks'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { contentAddress } from '../../lib/links/content-link.ts'
import { carLink } from '../../lib/links/save-link.ts'
import { keepLocal, readLocal } from '../../lib/text/local-text.ts'
import { t } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { gatewayLink } from '../lib/gateway-link.ts'
import type { ShareItem } from '../state/share.ts'
import { RelayCheck } from './relay-check.tsx'

const GATEWAY_KEY = 'swipfs-gateway'
export const GATEWAY = 'https://dweb.link'

/** Further ways to pass an item on, for users of IPFS. */
export function MoreWays ({ item: { cid, name, kind }, address }: { item: ShareItem; address: string | undefined }) {
  const [gateway, setGateway] = useState(() => readLocal(GATEWAY_KEY) ?? GATEWAY)
  const path = contentAddress(cid, kind === 'file' && name !== '' ? name : undefined)
  const byGateway = gatewayLink(gateway, path)

  function keepGateway (value: string): void {
    setGateway(value)
    if (gatewayLink(value, path) != null) {
      keepLocal(GATEWAY_KEY, value)
    }
  }

  return (
    <details class='share-way'>
      <summary>{t('More')}</summary>
      {address != null && <RelayCheck address={address} />}
      <Way title={t('ipfs:// link')} note={t('For IPFS apps.')} text={`ipfs://${cid}`} />
      <Way
        title={t('Gateway link')}
        note={t('Works in any browser if the gateway can find a copy. The gateway sees who downloads it.')}
        text={byGateway}
      />
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
      {byGateway == null && <p class='state bad' role='alert'>{t('That isn’t the address of a gateway.')}</p>}
      <Way title={t('CID')} note={t('The content’s permanent ID.')} text={cid} />
      <div class='share-row'>
        <div>
          <h3>{t('Export as CAR')}</h3>
          <p class='facts'>{t('Send it by e-mail or USB stick. Works with nobody online.')}</p>
        </div>
        <span class='actions'>
          <a class='button' href={carLink(cid, name || cid)}>{t('Download')}</a>
          <RunInConsole line={ranLine('dag/export', [cid])} />
        </span>
      </div>
    </details>
  )
}

interface WayProps {
  title: string
  note: string
  /** undefined if there is none */
  text: string | undefined
}

function Way ({ title, note, text }: WayProps) {
  return (
    <div class='share-row'>
      <div>
        <h3>{title}</h3>
        <p class='facts'>{note}</p>
        {text != null && <code class='share-text'>{text}</code>}
      </div>
      {text != null && <CopyButton text={text} what={title} />}
    </div>
  )
}
