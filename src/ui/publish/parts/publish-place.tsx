import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Later } from '../../page/loading/later.tsx'
import { publishing } from '../state/published.ts'

// Loaded on demand, because few visits need it.
const loadDialog = async () => (await import('./publish-dialog.tsx')).PublishDialog

/** Container of the dialog that publishes a folder. */
export function PublishPlace () {
  const { path } = useStore(publishing)

  return path == null ? null : <Later key={path} load={loadDialog} name={t('Publish')} props={{ path }} />
}
