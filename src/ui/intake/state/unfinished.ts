import { toast } from '../../actions/state/dispatch.ts'
import { t, tn } from '../../lib/text/t.ts'
import { announceNews } from '../../page/state/news.ts'
import { isActive, uploads } from './uploads.ts'

/** Storage key, for this tab. */
const KEY = 'swipfs-uploading'

/**
 * Says which uploads a reload of the page has interrupted, and remembers the running ones for the next reload. Nothing
 * of them was stored, because their bytes came from the page. Imports and linked files have jobs of their own.
 */
export function followUnfinished (): void {
  const names = readNames()

  if (names.length > 0) {
    const text = (): string =>
      names.length === 1
        ? t('The upload of “{name}” was interrupted. Upload it again', { name: names[0] })
        : tn(
          names.length,
          '{n} upload was interrupted. Upload it again',
          '{n} uploads were interrupted. Upload them again'
        )
    toast.set({ shown: { text, offers: 'nothing', ran: [] } })
    announceNews(t('{sentence}.', { sentence: text() }))
  }

  let kept = ''
  keepNames(kept)
  uploads.subscribe(() => {
    const running = uploads.value.filter((one) => isActive(one) && one.picked.car !== true && one.picked.handle == null)
    const now = running.length === 0 ? '' : JSON.stringify(running.map(({ picked }) => picked.name))
    if (now !== kept) {
      kept = now
      keepNames(now)
    }
  })
}

function readNames (): string[] {
  try {
    const names: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return [] // Storage is blocked.
  }
}

function keepNames (names: string): void {
  try {
    if (names === '') {
      sessionStorage.removeItem(KEY)
    } else {
      sessionStorage.setItem(KEY, names)
    }
  } catch {} // Storage is blocked or full.
}
