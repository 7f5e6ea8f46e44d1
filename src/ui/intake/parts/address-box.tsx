import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { isTyping } from '../../lib/reactive/is-typing.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/problem.tsx'
import { RunInConsole } from '../../page/run-in-console.tsx'
import { section } from '../../page/section.ts'
import { addressed, follow, forgetAddress } from '../state/address.ts'

/** The address box: shows content or dials a peer. The / key focuses it. */
export function AddressBox () {
  const shown = useStore(section)
  const { calling, reached, problem } = useStore(addressed)
  const path = shown.is === 'explore' ? shown.path : undefined
  const [text, setText] = useState(path ?? '')
  const input = useRef<HTMLInputElement>(null)

  // Shows the current address, like the address bar of a browser; set before the user can type.
  useLayoutEffect(() => {
    setText(path ?? '')
    forgetAddress()
  }, [path])

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key !== '/' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey ||
        isTyping(event.target)
      ) {
        return
      }
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onKey)
    }
  }, [])

  function again (): void {
    forgetAddress()
    input.current?.focus()
  }

  return (
    <div class='address'>
      <form
        role='search'
        aria-label={t('Address')}
        onSubmit={(event) => {
          event.preventDefault()
          void follow(text)
        }}
      >
        <label class='unseen' for='address'>{t('CID, path, link, name or address of a peer')}</label>
        <input
          ref={input}
          id='address'
          type='text'
          value={text}
          placeholder={t('CID, /ipfs/…, link, name, peer')}
          autocomplete='off'
          autocapitalize='none'
          spellcheck={false}
          enterKeyHint='go'
          aria-keyshortcuts='/'
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            if (problem != null || reached != null) {
              forgetAddress()
            }
          }}
          onKeyDown={({ key, currentTarget }) => {
            if (key === 'Escape') {
              forgetAddress()
              setText(path ?? '')
              currentTarget.blur()
            }
          }}
        />
        <button type='submit'>{t('Open')}</button>
      </form>
      {calling != null && (
        <p class='actions facts' role='status'>
          {t('Connecting to the peer…')} <button type='button' class='quiet' onClick={again}>{t('Cancel')}</button>{' '}
          <RunInConsole line={ranLine('swarm/connect', [calling])} />
        </p>
      )}
      {reached != null && (
        <p class='actions facts' role='status'>
          {t('The peer is connected.')} <button type='button' class='quiet' onClick={again}>{t('Dismiss')}</button>{' '}
          <RunInConsole line={ranLine('swarm/connect', [reached])} />
        </p>
      )}
      {problem != null && (
        <Problem problem={problem}>
          <button type='button' onClick={again}>{t('Dismiss')}</button>
        </Problem>
      )}
    </div>
  )
}
