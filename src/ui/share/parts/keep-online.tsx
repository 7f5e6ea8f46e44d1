import { useEffect, useState } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import { plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { Name } from '../../page/text/name.tsx'
import { ServiceForm } from '../../storage/parts/service-form.tsx'
import { elsewhere, keepAt, readElsewhere, stopReadingElsewhere } from '../../storage/state/elsewhere.ts'
import type { Service } from '../../storage/state/elsewhere.ts'

const STATUS: Partial<Record<string, Words>> = {
  queued: words('Waiting to be copied'),
  pinning: words('Being copied'),
  pinned: words('Online'),
  failed: words('Could not be copied')
}
/** Interval of looks at a copy that is being made. */
const LOOK_MS = 5000

interface KeepOnlineProps {
  cid: string
  name: string
}

/** Keeps a copy at a home node or a pinning service, so that the link works when this tab is closed. */
export function KeepOnline ({ cid, name }: KeepOnlineProps) {
  const services = useStore(elsewhere)
  const [isOpen, setOpen] = useState(false)
  const [adds, setAdds] = useState(false)
  const isPending = services.some((service) => /^(queued|pinning)$/.test(statusAt(service, cid) ?? ''))

  useEffect(() => {
    if (isOpen) {
      void readElsewhere()
      return stopReadingElsewhere
    }
  }, [isOpen])

  useEffect(() => {
    if (isOpen && isPending) {
      const timer = setInterval(() => {
        void readElsewhere()
      }, LOOK_MS)
      return () => {
        clearInterval(timer)
      }
    }
  }, [isOpen, isPending])

  return (
    <details
      class='share-way'
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
      }}
    >
      <summary>{t('Keep it online')}</summary>
      <p class='facts'>
        {t('A home node or a pinning service can keep a copy, so that the link works when this tab is closed.')}
      </p>
      {services.length > 0 && (
        <ul class='share-services'>
          {services.map((service) => <ServiceRow key={service.name} service={service} cid={cid} name={name} />)}
        </ul>
      )}
      {adds
        ? (
          <ServiceForm
            onEnd={() => {
              setAdds(false)
            }}
          />
        )
        : (
          <p>
            <button
              type='button'
              onClick={() => {
                setAdds(true)
              }}
            >
              {t('Add a service…')}
            </button>
          </p>
        )}
    </details>
  )
}

function ServiceRow ({ service, cid, name }: { service: Service } & KeepOnlineProps) {
  const [problem, setProblem] = useState<PlainError>()
  const [busy, setBusy] = useState(false)
  const status = statusAt(service, cid)

  async function keep (): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    await keepAt(service.name, [{ cid, name }]).catch((err: unknown) => {
      setProblem(plainError(err))
    })
    setBusy(false)
  }

  return (
    <li>
      <Name of={service.name} />
      {status != null && <span class='facts'>{t(STATUS[status] ?? words('Unknown'))}</span>}
      {(status == null || status === 'failed') && (
        <button
          type='button'
          disabled={busy || service.reading}
          onClick={() => {
            void keep()
          }}
        >
          {t('Keep a copy here')}
        </button>
      )}
      {(problem ?? service.problem) != null && <Problem problem={(problem ?? service.problem)!} />}
    </li>
  )
}

function statusAt ({ pins }: Service, cid: string): string | undefined {
  return pins.find((pin) => pin.cid === cid)?.status
}
