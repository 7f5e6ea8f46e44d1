import { useEffect, useRef, useState } from 'preact/hooks'
import { carLink } from '../lib/car-link.ts'
import { count } from '../lib/format.ts'
import { pinName } from '../lib/pin-name.ts'
import { remove, renameKept } from '../state/kept.ts'
import type { Kept } from '../state/kept.ts'

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

  return (
    <div class='tools chosen' role='group' aria-label={isOne ? `With ${pin.name || 'the item'}` : `With ${count(chosen.length, 'item')}`}>
      <span class='facts'>{count(chosen.length, 'item')} chosen</span>
      {chosen.length < total && <button type='button' class='quiet' onClick={all}>Choose all</button>}
      <button type='button' class='quiet' onClick={none}>Choose none</button>
      {isOne && <button type='button' onClick={() => { setAsks(pin) }}>Rename</button>}
      {isOne && <a class='button' href={carLink(pin.cid, pin.name || pin.cid)}>Save as CAR</a>}
      <button type='button' disabled={busy} onClick={() => { void run(async () => { await remove(chosen) }) }}>Remove {isOne ? 'it' : 'them'}</button>
      {asks != null && isOne && asks.cid === pin.cid && <Rename pin={pin} onEnd={(name) => { setAsks(undefined); if (name != null) void run(async () => { await renameKept(pin, name) }) }} />}
    </div>
  )
}

function Rename ({ pin, onEnd }: { pin: Kept, onEnd: (name?: string) => void }) {
  const [name, setName] = useState(pin.name)
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => { input.current?.select() }, [])

  return (
    <form class='ask' onSubmit={(event) => { event.preventDefault(); onEnd(name.trim() === pin.name ? undefined : pinName(name.trim())) }} onKeyDown={({ key }) => { if (key === 'Escape') onEnd() }}>
      <label>New name <input ref={input} type='text' value={name} autocomplete='off' spellcheck={false} onInput={({ currentTarget }) => { setName(currentTarget.value) }} /></label>
      <div class='actions'>
        <button type='submit' class='main'>Rename it</button>
        <button type='button' class='quiet' onClick={() => { onEnd() }}>Cancel</button>
      </div>
    </form>
  )
}
