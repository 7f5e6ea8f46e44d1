import { useState } from 'preact/hooks'
import { t } from '../../lib/text/t.ts'
import { gatewayLink } from '../../share/lib/gateway-link.ts'
import { chosenGateway, keepGateway } from '../../share/state/gateway.ts'
import { SettingGroup } from './setting-group.tsx'

/** The public gateway of share links. */
export function GatewaySettings () {
  const [gateway, setGateway] = useState(chosenGateway)
  const isValid = gatewayLink(gateway, '/') != null

  return (
    <SettingGroup
      id='gateway'
      title={t('Gateway')}
      about={t(
        'A public website that shows IPFS content to people without a node. Gateway links of the share dialog use it.'
      )}
    >
      <label class='field'>
        {t('Public gateway')}{' '}
        <input
          type='url'
          value={gateway}
          dir='ltr'
          autocomplete='off'
          spellcheck={false}
          aria-invalid={!isValid}
          onInput={({ currentTarget: { value } }) => {
            setGateway(value)
            keepGateway(value)
          }}
        />
      </label>
      {!isValid && <p class='state bad' role='alert'>{t('That isn’t a web address.')}</p>}
    </SettingGroup>
  )
}
