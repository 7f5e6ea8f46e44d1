import { useRef, useState } from 'preact/hooks'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { carLink } from '../lib/links/car-link.ts'
import { useStore } from '../lib/reactive/store.ts'
import { plainError } from '../lib/text/plain-error.ts'
import type { PlainError } from '../lib/text/plain-error.ts'
import { retold } from '../lib/text/retold.ts'
import { t, tn } from '../lib/text/t.ts'
import { AskForm } from '../page/ask-form.tsx'
import { Problem } from '../page/problem.tsx'
import { RunInConsole } from '../page/run-in-console.tsx'
import { pinName } from '../storage/lib/pin-name.ts'
import { elsewhere, keepAt, keepAtOptions } from '../storage/state/elsewhere.ts'
import { pinOptions, remove, renameKept } from '../storage/state/kept.ts'
import type { Kept } from '../storage/state/kept.ts'

/** Actions for the selected pins, below the list, so that selecting does not move the layout. */
export function KeptChosen (
  { chosen, total, all, none }: { chosen: readonly Kept[]; total: number; all: () => void; none: () => void }
) {
  const [pin] = chosen
  const [asks, setAsks] = useState<Kept>()
  const [busy, setBusy] = useState(false)
  const services = useStore(elsewhere)
  const [problem, setProblem] = useState<PlainError>()
  const asking = useRef<HTMLButtonElement>(null)
  const isOne = chosen.length === 1

  async function run (work: () => Promise<void>): Promise<void> {
    setBusy(true)
    await work().then(none, () => {}) // The list shows the error.
    setBusy(false)
  }

  /** Sends the pins to a service. The selection stays, for a further service. */
  async function send (service: string): Promise<void> {
    setBusy(true)
    setProblem(undefined)
    await keepAt(service, chosen).catch((err: unknown) => {
      setProblem(
        retold(() => ({
          ...plainError(err),
          what: t('The service does not answer as it should.'),
          detail: (err as Error).message
        }))
      )
    })
    setBusy(false)
  }

  function rename (name: string): void {
    setAsks(undefined)
    asking.current?.focus()
    if (name !== pin.name) {
      void run(async () => {
        await renameKept(pin, pinName(name))
      })
    }
  }

  return (
    <div
      class='tools chosen'
      role='group'
      aria-label={isOne
        ? t('With {name}', { name: pin.name || t('the item') })
        : tn(chosen.length, 'With {n} item', 'With {n} items')}
    >
      <span class='facts'>{tn(chosen.length, '{n} item chosen', '{n} items chosen')}</span>
      {chosen.length < total && <button type='button' class='quiet' onClick={all}>{t('Choose all')}</button>}
      <button type='button' class='quiet' onClick={none}>{t('Choose none')}</button>
      {isOne && (
        <>
          <span class='with-command'>
            <button
              type='button'
              ref={asking}
              onClick={() => {
                setAsks(pin)
              }}
            >
              {t('Rename')}
            </button>
            <RunInConsole line={ranLine('pin/add', [pin.cid], pinOptions(pin, pin.name))} />
          </span>
          <span class='with-command'>
            <a class='button' href={carLink(pin.cid, pin.name || pin.cid)}>{t('Save as CAR')}</a>
            <RunInConsole line={ranLine('dag/export', [pin.cid])} />
          </span>
        </>
      )}
      {services.map(({ name }) => (
        <span class='with-command' key={name}>
          <button
            type='button'
            disabled={busy}
            onClick={() => {
              void send(name)
            }}
          >
            {t('Keep at {name} too', { name })}
          </button>
          {isOne && (
            <RunInConsole line={ranLine('pin/remote/add', [`/ipfs/${pin.cid}`], keepAtOptions(name, pin.name))} />
          )}
        </span>
      ))}
      <button
        type='button'
        disabled={busy}
        onClick={() => {
          void run(async () => {
            await remove(chosen)
          })
        }}
      >
        {isOne ? t('Remove it') : t('Remove them')}
      </button>
      {asks != null && isOne && asks.cid === pin.cid && (
        <AskForm
          label={t('New name')}
          initial={pin.name}
          button={t('Rename it')}
          isNotice={false}
          onSubmit={rename}
          onCancel={() => {
            setAsks(undefined)
            asking.current?.focus()
          }}
        />
      )}
      {problem != null && <Problem problem={problem} />}
    </div>
  )
}
