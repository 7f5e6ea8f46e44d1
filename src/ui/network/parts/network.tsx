import { settingLine } from '../../lib/command/lines/setting-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { rich } from '../../lib/text/rich.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/problem.tsx'
import { RunInConsole } from '../../page/run-in-console.tsx'
import { network, SWITCH_KEY, switchNetwork } from '../state/network.ts'
import { Hosts } from './hosts.tsx'

/** One line with the contacted hosts, and the network switch. */
export function Network () {
  const { talks, problem } = useStore(network)

  if (talks == null) {
    return <>…</>
  }

  const { hosts, isOff } = talks
  const isTalking = !isOff && (hosts.length > 0 || talks.peers != null)

  return (
    <>
      {isTalking ? <Whom hosts={hosts} peers={talks.peers} /> : isOff ? t('None: you are offline') : t('No one')}{' '}
      {(isTalking || isOff) && (
        <span class='with-command'>
          <button
            type='button'
            class='quiet'
            onClick={() => {
              void switchNetwork(isOff)
            }}
          >
            {isOff ? t('Go online') : t('Go offline')}
          </button>
          <RunInConsole line={settingLine(SWITCH_KEY, isOff)} />
        </span>
      )}
      {problem != null && <Problem problem={problem} />}
    </>
  )
}

function Whom ({ hosts, peers }: { hosts: readonly string[]; peers: readonly string[] | undefined }) {
  const others = <Hosts names={hosts} />

  if (peers == null) {
    return <>{rich(t('Missing content: {hosts}'), { hosts: others })}</>
  }

  const first = peers.length > 0
    ? rich(t('IPFS peers, starting with {hosts}'), { hosts: <Hosts names={peers} /> })
    : t('Peers')
  return (
    <>
      {hosts.length === 0
        ? first
        : rich(t('{peers}; looks up missing content at {hosts}'), { peers: first, hosts: others })}
    </>
  )
}
