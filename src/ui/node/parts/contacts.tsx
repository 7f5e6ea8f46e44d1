import { useEffect, useState } from 'preact/hooks'
import { follow } from '../../client/follow.ts'
import { settingLine } from '../../lib/command/lines/setting-line.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { rich } from '../../lib/text/rich.ts'
import { t, words } from '../../lib/text/t.ts'
import type { Words } from '../../lib/text/t.ts'
import { network } from '../../network/state/network.ts'
import { Problem } from '../../page/problem.tsx'
import { RunInConsole } from '../../page/run-in-console.tsx'
import { CONTACT_KEYS, contacts, keepContacts, readContacts } from '../state/contacts.ts'
import type { ContactKey } from '../state/contacts.ts'

const WORDS: Record<ContactKey, Words> = {
  Bootstrap: words('Bootstrap peers'),
  'Routing.DelegatedRouters': words('Routers'),
  'HTTPRetrieval.Gateways': words('Fallback gateways')
}

/** Editor of the hosts that the node contacts, collapsed at first. */
export function Contacts () {
  const [open, setOpen] = useState(false)
  const { lists, problem } = useStore(contacts)
  const { talks } = useStore(network)

  useEffect(() => {
    if (!open) {
      return
    }
    void readContacts()
    return follow('config', readContacts)
  }, [open])

  return (
    <details
      class='contacts'
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{t('Network sources')}</summary>
      {lists != null &&
        CONTACT_KEYS.filter((key) => key !== 'Bootstrap' || talks?.peers != null).map((key) => (
          <ContactList key={`${key} ${lists[key].join(' ')}`} name={key} values={lists[key]} />
        ))}
      <p class='facts'>
        {rich(t('One per line. {auto} = recommended, empty = none.'), {
          auto: <code>auto</code>
        })}
        {talks?.peers != null && (
          <>
            {' '}
            {t(
              'To connect to other browsers, this browser asks public STUN servers for its public address. Set AutoConf.Enabled to false to turn this off.'
            )}
          </>
        )}
      </p>
      {problem != null && <Problem problem={problem} />}
    </details>
  )
}

function ContactList ({ name, values }: { name: ContactKey; values: readonly string[] }) {
  const [text, setText] = useState(values.join('\n'))
  const lines = text.split('\n').map((line) => line.trim()).filter((line) => line !== '')

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void keepContacts(name, lines)
      }}
    >
      <label>
        {t(WORDS[name])} <code class='facts'>{name}</code>
        <textarea
          rows={Math.max(2, values.length)}
          value={text}
          spellcheck={false}
          autocomplete='off'
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
          }}
        />
      </label>
      <div class='actions'>
        <button type='submit' disabled={lines.join('\n') === values.join('\n')}>{t('Save')}</button>
        <RunInConsole line={settingLine(name, lines)} />
      </div>
    </form>
  )
}
