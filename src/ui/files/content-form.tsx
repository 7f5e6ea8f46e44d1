import { useEffect, useRef, useState } from 'preact/hooks'
import { fetchContents } from '../intake/state/fetches.ts'
import { contentPaths } from '../lib/links/content-paths.ts'
import { t, tn } from '../lib/text/t.ts'

/** Lines that the field shows at most. */
const MAX_ROWS = 6

/**
 * Asks for CIDs, paths or links, and fetches them into a folder. The list of running work shows the progress.
 *
 * @param initial - text at first
 */
export function ContentForm ({ initial, folder, onEnd }: { initial: string; folder: string; onEnd: () => void }) {
  const [text, setText] = useState(initial)
  const [isWhole, setWhole] = useState(true)
  const [isRefused, setRefused] = useState(false)
  const input = useRef<HTMLTextAreaElement>(null)
  const paths = contentPaths(text)

  useEffect(() => {
    input.current?.select()
  }, [])

  function submit (): void {
    if (paths == null) {
      setRefused(true)
      input.current?.focus()
      return
    }
    fetchContents(paths, { folder, isWhole })
    onEnd()
  }

  return (
    <form
      class='ask notice'
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          onEnd()
        } else if (event.key === 'Enter' && !event.shiftKey && event.target === input.current) {
          event.preventDefault()
          submit()
        }
      }}
    >
      <label>
        {t('CIDs, paths or links, one per line')}{' '}
        <textarea
          ref={input}
          dir='ltr'
          rows={Math.min(MAX_ROWS, text.split('\n').length)}
          value={text}
          spellcheck={false}
          autocapitalize='none'
          autocomplete='off'
          aria-invalid={isRefused}
          aria-describedby={isRefused ? 'content-problem' : undefined}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value)
            setRefused(false)
          }}
        />
      </label>
      <label class='check'>
        <input
          type='checkbox'
          checked={isWhole}
          onChange={({ currentTarget }) => {
            setWhole(currentTarget.checked)
          }}
        />{' '}
        {t('Download everything now and pin it')}
      </label>
      <div class='actions'>
        <button type='submit' class='main'>
          {paths == null || paths.length === 1 ? t('Add') : tn(paths.length, 'Add {n} item', 'Add {n} items')}
        </button>
        <button type='button' class='quiet' onClick={onEnd}>{t('Cancel')}</button>
      </div>
      {isRefused && (
        <p id='content-problem' class='state bad' role='alert'>
          {t('That isn’t a CID, path or link to IPFS content.')}
        </p>
      )}
    </form>
  )
}
