import { useEffect } from 'preact/hooks'
import { t } from '../lib/t.ts'
import { say } from '../state/news.ts'

export interface FolderHintProps {
  /** opens the browser's other picker */
  other: () => void
  /** told when it is read; the focus was in it */
  onEnd: () => void
  /** told when the person has dropped something in its place */
  onDrop: () => void
}

/** No folder was chosen, and it may be that the browser has refused it: Chromium gives no page a folder of the system by a handle, and tells it no more than that nothing was chosen. */
export function FolderHint ({ other, onEnd, onDrop }: FolderHintProps) {
  const words = t('No folder was chosen. If the browser has refused it, as it does with Downloads and other folders of the system: drop it on this page, or choose it in another way.')

  useEffect(() => {
    say(words)
    addEventListener('drop', onDrop)
    return () => { removeEventListener('drop', onDrop) }
  }, [])

  return (
    <div class='notice'>
      <p>{words}</p>
      <div class='actions'>
        <button type='button' onClick={() => { other(); onEnd() }}>{t('Choose in another way')}</button>
        <button type='button' class='quiet' onClick={onEnd}>{t('Dismiss')}</button>
      </div>
    </div>
  )
}
