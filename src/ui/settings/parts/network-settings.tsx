import { settingLine } from '../../lib/command/lines/setting-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { REACH_WORDS } from '../../network/lib/reach-words.ts'
import { network, SWITCH_KEY, switchNetwork } from '../../network/state/network.ts'
import { useReach } from '../../network/state/use-reach.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { NetworkSources } from './network-sources.tsx'
import { SettingGroup } from './setting-group.tsx'

/** Network access, and the hosts that are contacted. */
export function NetworkSettings () {
  const { talks, problem } = useStore(network)
  const reach = useReach()
  const isOn = talks?.isOff === false

  return (
    <SettingGroup
      id='network'
      title={t('Network')}
      about={t('Without the network, everything stored here still works. A change applies at once, in all tabs.')}
    >
      <span class='with-command'>
        <label class='check'>
          <input
            type='checkbox'
            role='switch'
            checked={isOn}
            disabled={talks == null}
            onChange={({ currentTarget }) => {
              void switchNetwork(currentTarget.checked)
            }}
          />{' '}
          {t('Use the network')}
        </label>
        <RunInConsole line={settingLine(SWITCH_KEY, !isOn)} />
      </span>
      {reach != null && <p class='facts'>{t(REACH_WORDS[reach])}</p>}
      {problem != null && <Problem problem={problem} />}
      <NetworkSources />
    </SettingGroup>
  )
}
