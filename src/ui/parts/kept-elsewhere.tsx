import { useEffect } from 'preact/hooks'
import { useStore } from '../lib/store.ts'
import { elsewhere, MAX_REMOTE_PINS, readElsewhere, stopReadingElsewhere } from '../state/elsewhere.ts'
import type { RemotePin, Service } from '../state/elsewhere.ts'
import { follow } from '../state/follow.ts'
import { jobs } from '../state/jobs.ts'
import { Cid } from './cid.tsx'
import { Icon } from './icon.tsx'
import { Problem } from './problem.tsx'

const WORDS: Record<string, string> = { queued: 'Waits there for its turn', pinning: 'Is being fetched there', pinned: 'Kept there', failed: 'The service could not get it' }

/** What pinning services keep, with how far they are. Where none is known there is nothing to show. */
export function KeptElsewhere () {
  const services = useStore(elsewhere)
  // what is sent to a service is a job: when one begins or ends, and not each time that one goes on
  const sent = useStore(jobs).filter(({ kind }) => kind.startsWith('pin/remote/')).map(({ id, state }) => `${id} ${state}`).join()

  useEffect(() => {
    void readElsewhere()
    return stopReadingElsewhere
  }, [sent])

  // a service that is added is a setting
  useEffect(() => follow('config', readElsewhere), [])

  return services.map((service) => <Elsewhere key={service.name} service={service} />)
}

function Elsewhere ({ service: { name, pins, reading, problem } }: { service: Service }) {
  return (
    <details class='elsewhere' open={problem != null}>
      <summary>Elsewhere: <bdi>{name}</bdi> {reading ? '…' : problem == null ? `(${pins.length}${pins.length === MAX_REMOTE_PINS ? ' and more' : ''})` : ''}</summary>
      {problem != null && <Problem problem={problem}><button type='button' onClick={() => { void readElsewhere() }}>Ask again</button></Problem>}
      {!reading && problem == null && pins.length === 0 && <p class='empty'>Nothing is kept there.</p>}
      {pins.length > 0 && <ul class='rows'>{pins.map((pin, i) => <Pin key={`${i} ${pin.cid}`} pin={pin} />)}</ul>}
    </details>
  )
}

function Pin ({ pin: { cid, name, status } }: { pin: RemotePin }) {
  return (
    <li class='row'>
      <Icon of={status === 'pinned' ? 'whole' : status === 'failed' ? 'incomplete' : 'add'} />
      <div class='row-text'>
        <p class='name'><bdi>{name || 'Without a name'}</bdi></p>
        <p class='facts'><span class={status === 'failed' ? 'state bad' : 'state'}>{WORDS[status] ?? status}</span> <Cid id={cid} /></p>
      </div>
    </li>
  )
}
