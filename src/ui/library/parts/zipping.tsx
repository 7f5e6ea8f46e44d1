import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { cancelZip, dismissZip, zipping } from '../state/download-zip.ts'

/** Progress of a ZIP download, or why it failed. */
export function Zipping () {
  const { running, problem } = useStore(zipping)

  if (problem != null) {
    return (
      <Problem problem={problem}>
        <button type='button' onClick={dismissZip}>{t('Dismiss')}</button>
      </Problem>
    )
  }
  if (running == null) {
    return null
  }

  const { name, bytes: done, totalBytes } = running
  return (
    <div class='toast'>
      <p>{t('Preparing {name}: {size} of {total}', { name, size: bytes(done), total: bytes(totalBytes) })}</p>
      <progress aria-label={t('Preparing {name}', { name })} max={Math.max(1, totalBytes)} value={done} />
      <button type='button' class='quiet' onClick={cancelZip}>{t('Cancel')}</button>
    </div>
  )
}
