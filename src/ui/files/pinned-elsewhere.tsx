import { useEffect, useRef, useState } from 'preact/hooks'
import { follow } from '../client/follow.ts'
import { jobs } from '../jobs/state/jobs.ts'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { useStore } from '../lib/reactive/store.ts'
import { number } from '../lib/text/format.ts'
import { plainError } from '../lib/text/plain-error.ts'
import type { PlainError } from '../lib/text/plain-error.ts'
import { retold } from '../lib/text/retold.ts'
import { rich } from '../lib/text/rich.ts'
import { t, words } from '../lib/text/t.ts'
import type { Words } from '../lib/text/t.ts'
import { Icon } from '../page/controls/icon.tsx'
import type { IconName } from '../page/controls/icon.tsx'
import { RemoveQuestion } from '../page/controls/remove-question.tsx'
import { RunInConsole } from '../page/controls/run-in-console.tsx'
import { Problem } from '../page/loading/problem.tsx'
import { Cid } from '../page/text/cid.tsx'
import { Name } from '../page/text/name.tsx'
import { ServiceForm } from '../storage/parts/service-form.tsx'
import {
  elsewhere,
  keepAt,
  MAX_REMOTE_PINS,
  readElsewhere,
  REMOTE_STATUSES,
  removeService,
  removeThere,
  stopReadingElsewhere
} from '../storage/state/elsewhere.ts'
import type { RemotePin, Service } from '../storage/state/elsewhere.ts'

const WORDS: Partial<Record<string, Words>> = {
  queued: words('Queued at the service'),
  pinning: words('The service is fetching it'),
  pinned: words('Pinned there'),
  failed: words('The service could not fetch it')
}

const ICONS: Partial<Record<string, IconName>> = { pinned: 'whole', failed: 'incomplete' }

/** Pins at remote services with their states, and a form to add a service. */
export function PinnedElsewhere () {
  const services = useStore(elsewhere)
  const [adds, setAdds] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  // Remote pins are jobs: reads again when one begins or ends, but not on progress.
  const sent = useStore(jobs).filter(({ kind }) => kind.startsWith('pin/remote/')).map(({ id, state }) =>
    `${id} ${state}`
  ).join()

  useEffect(() => {
    void readElsewhere()
    return stopReadingElsewhere
  }, [sent])

  // A service is stored as a setting.
  useEffect(() => follow('config', readElsewhere), [])

  return (
    <>
      {services.map((service) => <Elsewhere key={service.name} service={service} />)}
      <p class='actions'>
        <button
          type='button'
          class='quiet'
          ref={button}
          aria-expanded={adds}
          onClick={() => {
            setAdds(!adds)
          }}
        >
          {t('Add a pinning service…')}
        </button>
      </p>
      {adds && (
        <ServiceForm
          onEnd={() => {
            setAdds(false)
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}

function Elsewhere ({ service: { name, pins, reading, problem } }: { service: Service }) {
  const [removed, setRemoved] = useState<RemotePin>()
  const [asks, setAsks] = useState(false)
  const [failed, setFailed] = useState<PlainError>()
  const notice = useRef<HTMLDivElement>(null)
  const forget = useRef<HTMLButtonElement>(null)

  // The row with the focus is removed.
  useEffect(() => {
    if (removed != null || asks) {
      notice.current?.focus()
    }
  }, [removed, asks])

  function keep (): void {
    setAsks(false)
    forget.current?.focus()
  }

  async function act (work: () => Promise<void>, pin?: RemotePin): Promise<void> {
    setFailed(undefined)
    setAsks(false)

    try {
      await work()
      setRemoved(pin)
    } catch (err) {
      setFailed(
        retold(() => ({
          ...plainError(err),
          what: t('The service sent an invalid answer.'),
          detail: (err as Error).message
        }))
      )
    }
  }

  return (
    <details class='elsewhere' open={problem != null}>
      <summary>
        {rich(t('Other copies: {name}'), { name: <Name of={name} /> })} {reading && '…'}
        {!reading && problem == null && `(${countText(pins.length)})`}
      </summary>
      {problem != null && (
        <Problem problem={problem}>
          <button
            type='button'
            onClick={() => {
              void readElsewhere()
            }}
          >
            {t('Try again')}
          </button>
        </Problem>
      )}
      {failed != null && <Problem problem={failed} />}
      <div ref={notice} tabIndex={-1} class='notice-place'>
        {removed != null && (
          <div class='notice'>
            <p>{rich(t('Unpinned “{name}” at the service.'), { name: <Name of={removed.name || t('The item')} /> })}</p>
            <div class='actions'>
              <button
                type='button'
                onClick={() => {
                  void act(async () => {
                    await keepAt(name, [removed])
                  })
                }}
              >
                {t('Pin there again')}
              </button>
              <button
                type='button'
                class='quiet'
                onClick={() => {
                  setRemoved(undefined)
                }}
              >
                {t('Dismiss')}
              </button>
              <RunInConsole
                line={ranLine('pin/remote/rm', [], { service: name, cid: removed.cid, status: removed.status })}
              />
            </div>
          </div>
        )}
        {asks && (
          <RemoveQuestion
            name={name}
            text={t('The app removes the address and the token. Content at the service stays there.')}
            button={t('Remove service')}
            onKeep={keep}
            onRemove={() => {
              void act(async () => {
                await removeService(name)
              })
            }}
          >
            <RunInConsole line={ranLine('pin/remote/service/rm', [name])} />
          </RemoveQuestion>
        )}
      </div>
      {!reading && problem == null && pins.length === 0 && <p class='empty'>{t('Nothing is pinned there.')}</p>}
      {pins.length > 0 && (
        <ul class='rows'>
          {pins.map((pin, i) => (
            <Pin
              key={`${i} ${pin.cid}`}
              pin={pin}
              remove={() => {
                void act(async () => {
                  await removeThere(name, pin)
                }, pin)
              }}
            />
          ))}
        </ul>
      )}
      <p class='actions'>
        <button
          type='button'
          class='quiet'
          ref={forget}
          onClick={() => {
            setAsks(true)
          }}
        >
          {t('Remove this service…')}
        </button>{' '}
        <RunInConsole line={ranLine('pin/remote/ls', [], { service: name, status: REMOTE_STATUSES.join(',') })} />
      </p>
    </details>
  )
}

function countText (count: number): string {
  return count === MAX_REMOTE_PINS ? t('{n} or more', { n: count }) : number(count)
}

function Pin ({ pin: { cid, name, status }, remove }: { pin: RemotePin; remove: () => void }) {
  const said = WORDS[status]

  return (
    <li class='row'>
      <Icon of={ICONS[status] ?? 'add'} />
      <div class='row-text'>
        <p class='name'>
          <Name of={name || t('Unnamed')} />
        </p>
        <p class='facts'>
          <span class={status === 'failed' ? 'state bad' : 'state'}>{said == null ? status : t(said)}</span>{' '}
          <Cid id={cid} />
        </p>
      </div>
      <div class='actions'>
        <button
          type='button'
          class='quiet'
          aria-label={t('Remove {name}', { name: name || t('the item') })}
          onClick={remove}
        >
          {t('Remove')}
        </button>
      </div>
    </li>
  )
}
