import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { follow } from '../client/follow.ts'
import { justAdded } from '../intake/state/uploads.ts'
import { ranLine } from '../lib/command/lines/ran-line.ts'
import { choose, NOTHING, stillThere } from '../lib/data/selection.ts'
import { useStore } from '../lib/reactive/store.ts'
import { language } from '../lib/text/language.ts'
import { rich } from '../lib/text/rich.ts'
import { t, tn } from '../lib/text/t.ts'
import { Name } from '../page/name.tsx'
import { Problem } from '../page/problem.tsx'
import { RunInConsole } from '../page/run-in-console.tsx'
import { StillRow } from '../page/still-row.tsx'
import { NotPersistent } from '../storage/parts/not-persistent.tsx'
import { freeSpace } from '../storage/state/cleanup.ts'
import { forgetRemoved, kept, keyOf, putBack, refreshKept, stopReading } from '../storage/state/kept.ts'
import type { Kept } from '../storage/state/kept.ts'
import { pinDates } from '../storage/state/pin-dates.ts'
import { forgetMissing, isLacking, lacking } from '../storage/state/presence.ts'
import { measure, sizes } from '../storage/state/sizes.ts'
import { ALL_PINS, chosenPins } from './chosen-pins.ts'
import { KeptChosen } from './kept-chosen.tsx'
import { KeptElsewhere } from './kept-elsewhere.tsx'
import { KEPT_GROUPS, keptGroups } from './kept-groups.ts'
import { KeptRow } from './kept-row.tsx'
import { KeptTools } from './kept-tools.tsx'

const ROWS_AT_FIRST = 50
/** Number of pins from which the tools are shown. */
const TOOLS_FROM = 4

const NOTHING_ADDED: ReadonlySet<string> = new Set()

/** The list of pins. */
export function KeptList () {
  const { list, reading, problem, removed } = useStore(kept)
  const [shown, setShown] = useState(ROWS_AT_FIRST)
  const [choice, setChoice] = useState(ALL_PINS)
  const [selection, setSelection] = useState(NOTHING)
  const notice = useRef<HTMLDivElement>(null)
  const { known } = useStore(sizes)
  const incomplete = useStore(lacking)
  const dates = useStore(pinDates)
  const found = useMemo(
    () =>
      chosenPins(
        list ?? [],
        choice,
        ({ cid }) => choice.sort === 'size' ? known.get(cid) : newestFirst(dates.get(cid))
      ),
    [list, choice, choice.sort === 'size' ? known : dates]
  )
  const come = useStore(justAdded)
  // A custom filter or order applies to all pins, without the group of just added ones.
  const groups = keptGroups(found, {
    added: choice === ALL_PINS ? come : NOTHING_ADDED,
    isLacking: (pin) => isLacking(incomplete, pin)
  })
  const rows = groups.flatMap(({ pins }) => pins)
  // A single group has no heading, unless it lacks blocks.
  const heads = new Map(
    groups.length === 1 && groups[0].is !== 'lacking'
      ? []
      : groups.map(({ is, pins: [first] }) => [first, KEPT_GROUPS[is]])
  )
  const order = rows.map(keyOf)
  const there = selection === NOTHING ? NOTHING : stillThere(selection, order, order)
  // Refs, so that rows are not rendered again when the selection changes.
  const latest = useRef({ there, order })
  latest.current = { there, order }
  const { locale } = useStore(language)
  const isSifted = choice.text.trim() !== ''

  useEffect(() => {
    void refreshKept()
    // A frozen page has missed events.
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') {
        void refreshKept()
      }
    }
    const stops = [
      follow('pins', refreshKept),
      follow('repo', async () => {
        forgetMissing()
      })
    ]
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      stops.forEach((stop) => {
        stop()
      })
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [])

  useEffect(() => {
    if (choice.sort !== 'size' || list == null) {
      return
    }
    const leaving = new AbortController()
    void measure(list, { signal: leaving.signal })
    return () => {
      leaving.abort()
    }
  }, [choice.sort, list])

  // The row with the focus is removed: the focus moves to the notice instead of the top of the page.
  useLayoutEffect(() => {
    if (removed != null) {
      notice.current?.focus()
    }
  }, [removed])

  return (
    <section class='panel' aria-labelledby='kept-title'>
      <div class='panel-head'>
        <h2 id='kept-title'>{t('Kept here')}</h2>
        {list != null && list.length > 0 && (
          <p class='facts'>
            {isSifted
              ? tn(list.length, '{shown} of {n} item', '{shown} of {n} items', { shown: rows.length })
              : tn(list.length, '{n} item', '{n} items')}{' '}
            <RunInConsole line={ranLine('pin/ls', [], { names: 'true' })} />
          </p>
        )}
      </div>
      {list != null && list.length > 0 && <NotPersistent />}
      {list != null && list.length >= TOOLS_FROM && (
        <KeptTools
          choice={choice}
          choose={(part) => {
            setChoice({ ...choice, ...part })
            setShown(ROWS_AT_FIRST)
          }}
        />
      )}
      {reading !== undefined && (
        <p class='actions facts'>
          {tn(reading, 'Reading the list: {n} item so far', 'Reading the list: {n} items so far')}
          <button type='button' class='quiet' onClick={stopReading}>{t('Stop')}</button>
        </p>
      )}
      {problem != null && (
        <Problem problem={problem}>
          <button
            type='button'
            onClick={() => {
              void refreshKept()
            }}
          >
            {t('Read the list again')}
          </button>
        </Problem>
      )}
      <div ref={notice} tabIndex={-1} class='notice-place'>
        {removed != null && <Removed pins={removed} />}
      </div>
      {list == null && reading === undefined && problem == null && (
        <p class='empty'>{t('The list is shown as soon as the node runs.')}</p>
      )}
      {list?.length === 0 && removed == null && (
        <p class='empty'>{t('Nothing yet. What you add is listed here and stays until you remove it.')}</p>
      )}
      {list != null && list.length > 0 && rows.length === 0 && (
        <p class='empty'>{t('Nothing that is kept is like that.')}</p>
      )}
      {rows.length > 0 && (
        <ul class='rows'>
          {rows.slice(0, shown).map((pin) => [
            heads.has(pin) && (
              <li key={`head ${heads.get(pin)}`} class='rows-head'>
                <h3>{t(heads.get(pin)!)}</h3>
              </li>
            ),
            <StillRow
              key={`${keyOf(pin)} ${locale}`}
              text={JSON.stringify([pin, come.get(pin.cid)?.id, there.names.has(keyOf(pin))])}
            >
              {() => (
                <KeptRow
                  pin={pin}
                  added={come.get(pin.cid)}
                  isChosen={there.names.has(keyOf(pin))}
                  choose={(event) => {
                    setSelection(
                      choose(
                        latest.current.there,
                        latest.current.order,
                        keyOf(pin),
                        event instanceof MouseEvent && event.shiftKey ? 'range' : 'also'
                      )
                    )
                  }}
                />
              )}
            </StillRow>
          ])}
        </ul>
      )}
      {rows.length > shown && (
        <p class='actions'>
          <button
            type='button'
            onClick={() => {
              setShown(shown + ROWS_AT_FIRST)
            }}
          >
            {tn(Math.min(ROWS_AT_FIRST, rows.length - shown), 'Show {n} more', 'Show {n} more')}
          </button>
        </p>
      )}
      {there.names.size > 0 && (
        <KeptChosen
          chosen={rows.filter((pin) => there.names.has(keyOf(pin)))}
          total={rows.length}
          all={() => {
            setSelection({ names: new Set(order) })
          }}
          none={() => {
            setSelection(NOTHING)
          }}
        />
      )}
      <KeptElsewhere />
    </section>
  )
}

/** Notice of removed pins, with an undo button. Removing needs no confirmation. */
function Removed ({ pins }: { pins: readonly Kept[] }) {
  const [{ name }] = pins

  return (
    <div class='notice'>
      <p>
        {pins.length === 1
          ? rich(t('“{name}” is no longer kept. Its blocks stay until the space is freed.'), {
            name: <Name of={name || t('The item')} />
          })
          : tn(
            pins.length,
            '{n} item is no longer kept. Their blocks stay until the space is freed.',
            '{n} items are no longer kept. Their blocks stay until the space is freed.'
          )}
      </p>
      <div class='actions'>
        <button
          type='button'
          onClick={() => {
            putBack(pins).catch(() => {})
          }}
        >
          {pins.length === 1 ? t('Keep it again') : t('Keep them again')}
        </button>
        <span class='with-command'>
          <button
            type='button'
            onClick={() => {
              void freeSpace()
            }}
          >
            {t('Free the space')}
          </button>{' '}
          <RunInConsole line={ranLine('repo/gc', [])} />
        </span>
        <button type='button' class='quiet' onClick={forgetRemoved}>{t('Dismiss')}</button>
        <RunInConsole
          line={ranLine('pin/rm', pins.map(({ cid }) => cid), { recursive: String(pins[0].type !== 'direct') })}
        />
      </div>
    </div>
  )
}

function newestFirst (date: Date | undefined): number | undefined {
  return date == null ? undefined : -date.getTime()
}
