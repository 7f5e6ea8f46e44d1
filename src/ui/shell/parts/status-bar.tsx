import { Toast } from '../../actions/parts/toast.tsx'
import { devicesLine } from '../../devices/state/devices-line.ts'
import { Work } from '../../jobs/parts/work.tsx'
import { nodeLink } from '../../lib/links/section.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { Zipping } from '../../library/parts/zipping.tsx'

/** The line at the bottom of the window: running work, and messages. It has a place of its own and covers nothing. */
export function StatusBar () {
  const { text } = useStore(devicesLine)

  return (
    <footer class='status-bar'>
      <Work />
      <Zipping />
      {text != null && <a class='devices-line' href={nodeLink('settings')}>{text}</a>}
      <Toast />
    </footer>
  )
}
