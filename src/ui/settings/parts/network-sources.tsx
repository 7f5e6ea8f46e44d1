import { useEffect } from 'preact/hooks'
import { follow } from '../../client/follow.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { rich } from '../../lib/text/rich.ts'
import { t } from '../../lib/text/t.ts'
import { Hosts } from '../../network/parts/hosts.tsx'
import { network } from '../../network/state/network.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { networkSources, readSources } from '../state/network-sources.ts'
import { ListSetting } from './list-setting.tsx'

/** The hosts that the node contacts, with their settings. */
export function NetworkSources () {
  const { problem } = useStore(networkSources)
  const { talks } = useStore(network)
  const hosts = [...talks?.peers ?? [], ...talks?.hosts ?? []]

  useEffect(() => {
    void readSources()
    return follow('config', readSources)
  }, [])

  return (
    <>
      {hosts.length > 0 && <p class='facts'>{rich(t('Contacts {hosts}.'), { hosts: <Hosts names={hosts} /> })}</p>}
      <details class='sources-setting'>
        <summary>{t('Network sources')}</summary>
        {talks?.peers != null && <ListSetting name='Bootstrap' label={t('Bootstrap peers')} />}
        <ListSetting name='Routing.DelegatedRouters' label={t('Routers')} />
        <ListSetting name='HTTPRetrieval.Gateways' label={t('Fallback gateways')} />
        <p class='facts'>
          {rich(t('One per line. {auto} stands for the recommended ones, an empty list for none.'), {
            auto: <code>auto</code>
          })}
          {talks?.peers != null && (
            <>
              {' '}
              {t(
                'To connect browsers directly, public STUN servers are asked for this device’s address, unless AutoConf.Enabled is false.'
              )}
            </>
          )}
        </p>
        {problem != null && <Problem problem={problem} />}
      </details>
    </>
  )
}
