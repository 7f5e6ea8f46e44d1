import { useEffect } from 'preact/hooks'
import { useStore } from '../lib/store.ts'
import { follow } from '../state/follow.ts'
import { network, readNetwork, switchNetwork } from '../state/network.ts'
import { node } from '../state/node.ts'
import { Hosts } from './hosts.tsx'
import { Problem } from './problem.tsx'

/** In one line whom the node talks to, and the switch. */
export function Network () {
  const { phase } = useStore(node)
  const { talks, problem } = useStore(network)

  useEffect(() => { if (phase === 'ready') void readNetwork() }, [phase])
  useEffect(() => follow('config', readNetwork), [])

  if (talks == null) {
    return <>…</>
  }

  const { hosts, peers = [], isOff } = talks
  const isTalking = !isOff && (hosts.length > 0 || talks.peers != null)

  return (
    <>
      {isOff && 'Nobody: this node is offline'}
      {!isOff && talks.peers != null && <>Peers{peers.length > 0 && <>, first those of <Hosts names={peers} /></>}</>}
      {!isOff && hosts.length > 0 && <>{talks.peers == null ? 'For what is not here ' : '; for what is not here also '}<Hosts names={hosts} /></>}
      {!isOff && !isTalking && 'Nobody'}
      {' '}
      {(isTalking || isOff) && <button type='button' class='quiet' onClick={() => { void switchNetwork(isOff) }}>{isOff ? 'Go online' : 'Go offline'}</button>}
      {problem != null && <Problem problem={problem} />}
    </>
  )
}
