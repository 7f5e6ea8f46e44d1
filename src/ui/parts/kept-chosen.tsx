import { useState } from 'preact/hooks'
import { carLink } from '../lib/car-link.ts'
import { count } from '../lib/format.ts'
import { pinName } from '../lib/pin-name.ts'
import { remove, renameKept } from '../state/kept.ts'
import type { Kept } from '../state/kept.ts'
import { AskForm } from './ask-form.tsx'

/** What can be done with what is chosen: below the list, so that choosing moves nothing. */
export function KeptChosen ({ chosen, total, all, none }: { chosen: readonly Kept[], total: number, all: () => void, none: () => void }) {
  const [pin] = chosen
  const [asks, setAsks] = useState<Kept>()
  const [busy, setBusy] = useState(false)
  const isOne = chosen.length === 1

  async function run (work: () => Promise<void>): Promise<void> {
    setBusy(true)
    await work().then(none, () => {}) // the list shows why
    setBusy(false)
  }

  function rename (name: string): void {
    setAsks(undefined)
    if (name !== pin.name) void run(async () => { await renameKept(pin, pinName(name)) })
  }

  return (
    <div class='tools chosen' role='group' aria-label={isOne ? `With ${pin.name || 'the item'}` : `With ${count(chosen.length, 'item')}`}>
      <span class='facts'>{count(chosen.length, 'item')} chosen</span>
      {chosen.length < total && <button type='button' class='quiet' onClick={all}>Choose all</button>}
      <button type='button' class='quiet' onClick={none}>Choose none</button>
      {isOne && <button type='button' onClick={() => { setAsks(pin) }}>Rename</button>}
      {isOne && <a class='button' href={carLink(pin.cid, pin.name || pin.cid)}>Save as CAR</a>}
      <button type='button' disabled={busy} onClick={() => { void run(async () => { await remove(chosen) }) }}>Remove {isOne ? 'it' : 'them'}</button>
      {asks != null && isOne && asks.cid === pin.cid && <AskForm label='New name' initial={pin.name} button='Rename it' isNotice={false} onSubmit={rename} onCancel={() => { setAsks(undefined) }} />}
    </div>
  )
}
