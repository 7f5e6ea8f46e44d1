import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { contentPaths } from '../../lib/links/content-paths.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Icon } from '../../page/controls/icon.tsx'
import { ReloadButton } from '../../page/controls/reload-button.tsx'
import { closeSearch } from '../../page/state/search-bar.ts'
import type { SearchHit } from '../lib/search-hit.ts'
import { useSearch } from '../state/use-search.ts'
import { SearchHits } from './search-hits.tsx'

/** Time without a change after which the number of hits is announced, so that typing a word announces it once. */
const SAY_AFTER_MS = 500

/** Searches everything, and runs commands (combobox pattern with a listbox, WAI-ARIA Authoring Practices). */
export function SearchDialog ({ initial }: { initial: string }) {
  const [text, setText] = useState(initial)
  const [chosenKey, setChosenKey] = useState<string>()
  const wantsRun = useRef(false)
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const { groups, of, isReading, isBroken } = useSearch(text)
  const hits = groups.flatMap(({ hits }) => hits)
  const chosen = Math.max(0, hits.findIndex(({ key }) => key === chosenKey))
  const count = groups.reduce((sum, { count }) => sum + count, 0)
  const said = useSaid(of == null || of.trim() === '' || isReading ? undefined : count)

  useLayoutEffect(() => {
    dialog.current!.showModal()
    input.current!.select()
  }, [])

  useLayoutEffect(() => {
    dialog.current!.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [chosenKey])

  // Enter was pressed before the hits of the text were there.
  useEffect(() => {
    if (wantsRun.current && of === text && hits.length > 0 && !isReading) {
      run(hits[chosen])
    }
  }, [groups, of, isReading])

  function write (text: string): void {
    wantsRun.current = false
    setText(text)
    setChosenKey(undefined)
  }

  /** Closes it at once: the event of the dialog comes later, perhaps after the search was opened again. */
  function end (): void {
    dialog.current!.close() // Gives the focus back, which an action may then move.
    closeSearch()
  }

  function run ({ href, run }: SearchHit, isApart = false): void {
    end()
    if (href == null) {
      run?.()
    } else if (isApart) {
      open(href, '_blank', 'noopener')
    } else {
      location.assign(href)
    }
  }

  function onKey (event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    if (event.key in steps && hits.length > 0) {
      event.preventDefault()
      setChosenKey(hits[(chosen + steps[event.key] + hits.length) % hits.length].key)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      wantsRun.current = of !== text
      if (of === text && hits.length > 0) {
        run(hits[chosen], event.ctrlKey || event.metaKey)
      }
    }
  }

  return (
    <dialog
      ref={dialog}
      class='search'
      aria-label={t('Search')}
      onCancel={end}
      onClose={() => {
        // The event comes after the dialog was removed, too.
        if (dialog.current != null) {
          closeSearch()
        }
      }}
      onClick={({ target }) => {
        if (target === dialog.current) {
          end() // Outside of it.
        }
      }}
    >
      <div class='search-box'>
        <div class='search-field'>
          <Icon of='search' />
          <input
            ref={input}
            type='text'
            role='combobox'
            value={text}
            aria-label={t('Search files, paste a link, run a command')}
            placeholder={t('Search files, paste a link, run a command')}
            aria-expanded={hits.length > 0}
            aria-controls='search-hits'
            aria-autocomplete='list'
            aria-activedescendant={hits.length > 0 ? `hit-${chosen}` : undefined}
            autocomplete='off'
            autocapitalize='none'
            spellcheck={false}
            enterKeyHint='go'
            onInput={({ currentTarget }) => {
              write(currentTarget.value)
            }}
            onKeyDown={onKey}
            onPaste={(event) => {
              // A field of one line would join the lines.
              const pasted = event.clipboardData?.getData('text') ?? ''
              const paths = contentPaths(pasted)
              if (paths != null && paths.length > 1) {
                event.preventDefault()
                write(pasted.trim().split(/\s+/).join(' '))
              }
            }}
          />
          <button
            type='button'
            class='quiet icon-only'
            aria-label={t('Close')}
            onClick={end}
          >
            <Icon of='close' />
          </button>
        </div>
        <SearchHits groups={groups} chosen={hits.at(chosen)?.key} choose={setChosenKey} run={run} />
        {isBroken && (
          <p class='facts search-note'>
            {t('This part of the page could not be loaded.')} <ReloadButton />
          </p>
        )}
        {isReading && <p class='facts search-note'>{t('Reading the names of your files…')}</p>}
        {of === text && hits.length === 0 && !isReading && <p class='facts search-note'>{t('No matches.')}</p>}
        <p class='unseen' role='status'>{said}</p>
      </div>
    </dialog>
  )
}

/** Returns the sentence about the number of hits, once it has not changed for a while. */
function useSaid (count: number | undefined): string {
  const [said, setSaid] = useState<number>()

  useEffect(() => {
    const timer = setTimeout(() => {
      setSaid(count)
    }, SAY_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [count])

  if (said == null) {
    return ''
  }
  return said === 0 ? t('No matches.') : tn(said, '{n} result', '{n} results')
}
