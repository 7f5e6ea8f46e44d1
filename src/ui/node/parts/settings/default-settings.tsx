import { useEffect, useRef, useState } from 'preact/hooks'
import { useStore } from '../../../lib/reactive/store.ts'
import { t } from '../../../lib/text/t.ts'
import { Problem } from '../../../page/loading/problem.tsx'
import { settings, startWithDefaults } from '../../state/settings.ts'

/** Restores default settings if the current ones exclude the page; asks for confirmation. */
export function DefaultSettings () {
  const [asked, setAsked] = useState(false)
  const { resetting, problem } = useStore(settings)
  const begin = useRef<HTMLButtonElement>(null)
  const cancel = useRef<HTMLButtonElement>(null)
  const wasAsked = useRef(false)

  // The clicked button was removed.
  useEffect(() => {
    if (asked) {
      cancel.current?.focus()
    } else if (wasAsked.current) {
      begin.current?.focus()
    }
    wasAsked.current = asked
  }, [asked])

  if (!asked) {
    return (
      <button
        type='button'
        ref={begin}
        onClick={() => {
          setAsked(true)
        }}
      >
        {t('Reset to defaults…')}
      </button>
    )
  }
  return (
    <div
      class='confirm'
      onKeyDown={({ key }) => {
        if (key === 'Escape' && !resetting) {
          setAsked(false)
        }
      }}
    >
      <p>
        {t(
          'This resets every setting, including access tokens of pinning services. Your files, pins and Peer ID stay.'
        )}
      </p>
      <div class='actions'>
        <button
          type='button'
          class='main'
          disabled={resetting}
          onClick={() => {
            void startWithDefaults()
          }}
        >
          {t('Reset settings')}
        </button>
        <button
          type='button'
          class='quiet'
          ref={cancel}
          disabled={resetting}
          onClick={() => {
            setAsked(false)
          }}
        >
          {t('Cancel')}
        </button>
      </div>
      {problem != null && <Problem problem={problem} />}
    </div>
  )
}
