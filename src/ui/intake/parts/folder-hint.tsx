import { useEffect } from 'preact/hooks'
import { t } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'

export interface FolderHintProps {
  /** opens the other picker of the browser */
  other: () => void
  /** called when it is dismissed; it had the focus */
  onEnd: () => void
  /** called after the user dropped something instead */
  onDrop: () => void
}

/**
 * Hint after no folder was chosen, because the browser may have refused it: Chromium provides no handles of system
 * folders, and the page cannot distinguish that from a cancellation.
 */
export function FolderHint ({ other, onEnd, onDrop }: FolderHintProps) {
  const words = t(
    'No folder was selected. Browsers refuse some system folders, such as Downloads. Drop the folder on this page instead, or select it another way.'
  )

  useEffect(() => {
    announceNews(words)
    addEventListener('drop', onDrop)
    return () => {
      removeEventListener('drop', onDrop)
    }
  }, [])

  return (
    <div class='notice'>
      <p>{words}</p>
      <div class='actions'>
        <button
          type='button'
          onClick={() => {
            other()
            onEnd()
          }}
        >
          {t('Select another way')}
        </button>
        <button type='button' class='quiet' onClick={onEnd}>{t('Dismiss')}</button>
      </div>
    </div>
  )
}
