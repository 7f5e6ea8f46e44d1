import { useEffect, useState } from 'preact/hooks'
import { useStore } from '../lib/store.ts'
import { CONTACT_KEYS, contacts, keepContacts, readContacts } from '../state/contacts.ts'
import type { ContactKey } from '../state/contacts.ts'
import { network } from '../state/network.ts'
import { follow } from '../state/follow.ts'
import { Problem } from './problem.tsx'

const WORDS: Record<ContactKey, string> = {
  Bootstrap: 'Peers to begin with',
  'Routing.DelegatedRouters': 'Routers, which know who has what',
  'HTTPRetrieval.Gateways': 'Gateways that are asked for everything'
}

/** Whom the node talks to, to be changed. Opened by who wants to. */
export function Contacts () {
  const [open, setOpen] = useState(false)
  const { lists, problem } = useStore(contacts)
  const { talks } = useStore(network)

  useEffect(() => {
    if (!open) return
    void readContacts()
    return follow('config', readContacts)
  }, [open])

  return (
    <details class='contacts' onToggle={(event) => { setOpen(event.currentTarget.open) }}>
      <summary>Choose whom it talks to</summary>
      {lists != null && CONTACT_KEYS.filter((key) => key !== 'Bootstrap' || talks?.peers != null).map((key) => <ContactList key={`${key} ${lists[key].join(' ')}`} name={key} values={lists[key]} />)}
      <p class='facts'>One in a line; <code>auto</code> stands for those that are recommended, an empty list for nobody.{talks?.peers != null && ' To find a way to other browsers, public STUN servers are asked how this one is seen; not where AutoConf.Enabled is false.'}</p>
      {problem != null && <Problem problem={problem} />}
    </details>
  )
}

function ContactList ({ name, values }: { name: ContactKey, values: readonly string[] }) {
  const [text, setText] = useState(values.join('\n'))
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '')

  return (
    <form onSubmit={(event) => { event.preventDefault(); void keepContacts(name, lines) }}>
      <label>{WORDS[name]} <code class='facts'>{name}</code>
        <textarea rows={Math.max(2, values.length)} value={text} spellcheck={false} autocomplete='off' onInput={({ currentTarget }) => { setText(currentTarget.value) }} />
      </label>
      <button type='submit' disabled={lines.join('\n') === values.join('\n')}>Save</button>
    </form>
  )
}
