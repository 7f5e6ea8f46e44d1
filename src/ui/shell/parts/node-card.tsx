import type { RefObject } from 'preact'
import { node, pageVersion } from '../../client/node.ts'
import { nodeLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { CopyButton } from '../../page/controls/copy-button.tsx'
import { developerMode } from '../../page/state/developer-mode.ts'
import { Cid } from '../../page/text/cid.tsx'

/**
 * The identity of the node.
 *
 * @param title - takes the focus after a notice above is removed
 */
export function NodeCard ({ title }: { title: RefObject<HTMLHeadingElement | null> }) {
  const { phase, peerId, agent, workerVersion } = useStore(node)
  const isDeveloper = useStore(developerMode)
  const differs = workerVersion != null && pageVersion != null && workerVersion !== pageVersion

  return (
    <section class='panel card' aria-labelledby='node-title'>
      <h2 id='node-title' ref={title} tabIndex={-1}>{t('This browser')}</h2>
      <dl>
        <dt>{t('State')}</dt>
        <dd>{{ starting: t('Starting'), ready: t('Ready'), failed: t('Not running') }[phase]}</dd>
        <dt>{t('Peer ID')}</dt>
        <dd>
          {peerId == null ? '…' : (
            <>
              <Cid id={peerId} /> <CopyButton text={peerId} what={t('Peer ID')} />
            </>
          )}
        </dd>
        {isDeveloper && (
          <>
            <dt>{t('Agent')}</dt>
            <dd>{agent ?? '…'}</dd>
          </>
        )}
        <dt>{t('Version')}</dt>
        <dd>
          {workerVersion ?? pageVersion ?? '…'}
          {differs && (
            <>
              <br />
              {t('this page: {version}', { version: pageVersion ?? '' })}
            </>
          )}
        </dd>
      </dl>
      <p>
        <a href={nodeLink('settings')}>{t('Settings')}</a>
      </p>
    </section>
  )
}
