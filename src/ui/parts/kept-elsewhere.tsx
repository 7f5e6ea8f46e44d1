import { useEffect } from 'preact/hooks'
import { number } from '../lib/format.ts'
import { rich } from '../lib/rich.ts'
import { useStore } from '../lib/store.ts'
import { t, words } from '../lib/t.ts'
import type { Words } from '../lib/t.ts'
import { elsewhere, MAX_REMOTE_PINS, readElsewhere, stopReadingElsewhere } from '../state/elsewhere.ts'
import type { RemotePin, Service } from '../state/elsewhere.ts'
import { follow } from '../state/follow.ts'
import { jobs } from '../state/jobs.ts'
import { Cid } from './cid.tsx'
import { Icon } from './icon.tsx'
import { Name } from './name.tsx'
import { Problem } from './problem.tsx'

const WORDS: Partial<Record<string, Words>> = { queued: words('Waits there for its turn'), pinning: words('Is being fetched there'), pinned: words('Kept there'), failed: words('The service could not get it') }

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
      <summary>{rich(t('Elsewhere: {name}'), { name: <Name of={name} /> })} {reading ? '…' : problem == null ? `(${pins.length === MAX_REMOTE_PINS ? t('{n} and more', { n: pins.length }) : number(pins.length)})` : ''}</summary>
      {problem != null && <Problem problem={problem}><button type='button' onClick={() => { void readElsewhere() }}>{t('Ask again')}</button></Problem>}
      {!reading && problem == null && pins.length === 0 && <p class='empty'>{t('Nothing is kept there.')}</p>}
      {pins.length > 0 && <ul class='rows'>{pins.map((pin, i) => <Pin key={`${i} ${pin.cid}`} pin={pin} />)}</ul>}
    </details>
  )
}

function Pin ({ pin: { cid, name, status } }: { pin: RemotePin }) {
  const said = WORDS[status]

  return (
    <li class='row'>
      <Icon of={status === 'pinned' ? 'whole' : status === 'failed' ? 'incomplete' : 'add'} />
      <div class='row-text'>
        <p class='name'><Name of={name || t('Without a name')} /></p>
        <p class='facts'><span class={status === 'failed' ? 'state bad' : 'state'}>{said == null ? status : t(said)}</span> <Cid id={cid} /></p>
      </div>
    </li>
  )
}
