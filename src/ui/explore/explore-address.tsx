import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { readAddress } from '../intake/lib/read-address.ts'
import { openAddress } from '../intake/state/open-address.ts'
import { t } from '../lib/text/t.ts'

/** The address of the explored content, which can be changed. */
export function ExploreAddress ({ path }: { path: string }) {
  const [text, setText] = useState(path)
  const [refused, setRefused] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const problem = refused == null ? undefined : readAddress(refused)

  // Set before the user can type.
  useLayoutEffect(() => {
    setText(path)
    setRefused(undefined)
  }, [path])

  return (
    <form
      class='explore-address'
      role='search'
      aria-label={t('Address')}
      onSubmit={(event) => {
        event.preventDefault()
        const address = readAddress(text)
        setRefused(address.is === 'unclear' ? text : undefined)
        if (address.is !== 'unclear') {
          input.current?.blur()
          openAddress(address)
        }
      }}
    >
      <label class='unseen' for='address'>{t('CID, path, link, name or address of a peer')}</label>
      <input
        ref={input}
        id='address'
        type='text'
        dir='ltr'
        value={text}
        placeholder={t('CID, /ipfs/…, link, name, peer')}
        autocomplete='off'
        autocapitalize='none'
        spellcheck={false}
        enterKeyHint='go'
        aria-invalid={problem != null}
        aria-describedby={problem == null ? undefined : 'address-problem'}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setRefused(undefined)
        }}
        onKeyDown={({ key }) => {
          if (key === 'Escape') {
            setText(path)
            setRefused(undefined)
          }
        }}
      />
      <button type='submit'>{t('Open')}</button>
      {problem?.is === 'unclear' && <p id='address-problem' class='state bad' role='alert'>{problem.why}</p>}
    </form>
  )
}
