import { useEffect } from 'preact/hooks'
import { useStore } from '../lib/store.ts'
import { asking, readAsking, switchAsking } from '../state/asking.ts'
import { follow } from '../state/follow.ts'
import { node } from '../state/node.ts'
import { Problem } from './problem.tsx'

/** In one line whom the node asks for what is not here, and the switch. */
export function Asking () {
  const { phase } = useStore(node)
  const { asked, problem } = useStore(asking)

  useEffect(() => { if (phase === 'ready') void readAsking() }, [phase])
  useEffect(() => follow('config', readAsking), [])

  if (asked == null) {
    return <>…</>
  }

  const isAsking = asked.hosts.length > 0

  return (
    <>
      {isAsking ? <>asked of {asked.hosts.map((host, i) => <span key={host}>{i > 0 && ', '}<bdi translate={false}>{host}</bdi></span>)}</> : 'asked of nobody'}
      {(isAsking || asked.isOff) && <> <button type='button' class='quiet' onClick={() => { void switchAsking(!isAsking) }}>{isAsking ? 'Go offline' : 'Go online'}</button></>}
      {problem != null && <Problem problem={problem} />}
    </>
  )
}
