import { Toast } from '../../actions/parts/toast.tsx'
import { Work } from '../../jobs/parts/work.tsx'
import { Zipping } from '../../library/parts/zipping.tsx'

/** The line at the bottom of the window: running work, and messages. It has a place of its own and covers nothing. */
export function StatusBar () {
  return (
    <footer class='status-bar'>
      <Work />
      <Zipping />
      <Toast />
    </footer>
  )
}
