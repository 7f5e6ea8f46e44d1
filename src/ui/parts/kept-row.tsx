import { useEffect, useRef, useState } from 'preact/hooks'
import { contentLink } from '../lib/content-link.ts'
import { bytes } from '../lib/format.ts'
import { saveLink } from '../lib/save-link.ts'
import { sharedLink } from '../lib/shared-link.ts'
import { useStore } from '../lib/store.ts'
import { openFolder } from '../state/folder.ts'
import { remove } from '../state/kept.ts'
import type { Kept } from '../state/kept.ts'
import { peers } from '../state/peers.ts'
import { check, presence, presenceOf } from '../state/presence.ts'
import type { Presence } from '../state/presence.ts'
import { Cid } from './cid.tsx'
import { CopyButton } from './copy-button.tsx'
import { Icon } from './icon.tsx'

/** One pin. What it needs to know of its blocks is asked when it comes into view. */
export function KeptRow ({ pin }: { pin: Kept }) {
  const row = useRef<HTMLLIElement>(null)
  const [removing, setRemoving] = useState(false)
  const [gone] = useState(() => new AbortController())
  const state = presenceOf(useStore(presence), pin)
  const name = pin.name || 'Without a name'
  const kind = state.is === 'whole' ? state.kind : undefined
  const unknown = state.is === 'unknown'
  const link = contentLink(pin.cid, kind === 'file' && pin.name !== '' ? pin.name : undefined)
  const { addresses } = useStore(peers)

  useEffect(() => {
    if (!unknown || row.current == null) return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      check(pin, { signal: gone.signal })
    })
    observer.observe(row.current)
    return () => { observer.disconnect() }
  }, [unknown, gone, pin])

  // not with the effect above: the check itself ends "unknown"
  useEffect(() => () => { gone.abort() }, [gone])

  async function take (): Promise<void> {
    setRemoving(true)
    try {
      await remove(pin)
    } catch {
      setRemoving(false) // the list shows why
    }
  }

  return (
    <li class='row' ref={row}>
      <Icon of={kind ?? (pin.name.includes('.') ? 'file' : 'folder')} />
      <div class='row-text'>
        <p class='name'><bdi>{name}</bdi></p>
        <p class='facts'><State of={state} pin={pin} /> <Cid id={pin.cid} /></p>
      </div>
      <div class='actions'>
        <a class='button' href={link}
          target='_blank' rel='noopener' aria-label={`Open ${name} in a new tab`}>Open</a>
        {kind === 'folder' && <button type='button' aria-label={`Look inside ${name}`} onClick={() => { void openFolder([{ cid: pin.cid, name }]) }}>Look inside</button>}
        {kind != null && <a class='button' href={saveLink(pin.cid, kind, pin.name || pin.cid)} aria-label={kind === 'folder' ? `Save ${name} as TAR` : `Save ${name}`}>Save</a>}
        {addresses.length > 0 && <CopyButton label='Copy link' text={sharedLink(location.origin, { path: link, address: addresses[0] })} what={`link to ${name}, for others while this tab is open`} />}
        <CopyButton label='Copy CID' text={pin.cid} what={`CID of ${name}`} />
        <button type='button' class='quiet' disabled={removing} aria-label={`Remove ${name}`} onClick={() => { void take() }}>Remove</button>
      </div>
    </li>
  )
}

function State ({ of, pin }: { of: Presence, pin: Kept }) {
  switch (of.is) {
    case 'unknown':
      return <span class='state'>Not checked yet</span>
    case 'checking':
      return <span class='state'>Checking{of.bytes == null ? '…' : ` · ${bytes(of.bytes)} so far`}</span>
    case 'whole':
      return (
        <span class='state good'>
          <Icon of='whole' /> {pin.type === 'direct' ? 'Only its top block' : 'Readable offline'} · {bytes(of.bytes)}
        </span>
      )
    case 'incomplete':
      return <span class='state bad'><Icon of='incomplete' /> Some blocks are missing here</span>
    case 'failed':
      return <span class='state bad' title={of.problem.detail}><Icon of='incomplete' /> Could not be checked: {of.problem.what}</span>
  }
}
