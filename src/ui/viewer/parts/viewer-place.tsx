import { useMemo } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Later } from '../../page/loading/later.tsx'
import { section } from '../../page/state/section.ts'
import { viewerTarget } from '../lib/viewer-target.ts'
import '../state/way-back.ts'

// Loaded on demand, because a visit may open no file.
const loadViewer = async () => (await import('./viewer.tsx')).Viewer

/** Container of the viewer, which is open while the page's URL selects a file. */
export function ViewerPlace () {
  const shown = useStore(section)
  const target = useMemo(() => viewerTarget(shown), [shown])

  return target == null ? null : <Later load={loadViewer} name={t('Viewer')} props={{ target }} />
}
