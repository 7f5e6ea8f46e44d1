import { bytes } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import type { Presence } from '../state/presence.ts'

/**
 * Shows whether a content is complete in this browser.
 *
 * @param isDirect - whether only its root block is needed
 */
export function PresenceState ({ of, isDirect = false }: { of: Presence; isDirect?: boolean }) {
  switch (of.is) {
    case 'unknown':
      return <span class='state'>{t('Not checked yet')}</span>
    case 'checking':
      return (
        <span class='state'>
          {of.bytes == null ? t('Checking…') : t('Checking · {size} so far', { size: bytes(of.bytes) })}
        </span>
      )
    case 'whole':
      return (
        <span class='state good'>
          <Icon of='whole' /> {isDirect ? t('Only the root block') : t('Available offline')} · {bytes(of.bytes)}
        </span>
      )
    case 'incomplete':
      return (
        <span class='state bad'>
          <Icon of='incomplete' /> {of.isBare === true ? t('Not on this device') : t('Some blocks are missing here')}
        </span>
      )
    case 'failed':
      return (
        <span class='state bad' title={of.problem.detail}>
          <Icon of='incomplete' /> {t('Could not be checked: {problem}', { problem: of.problem.what })}
        </span>
      )
  }
}
