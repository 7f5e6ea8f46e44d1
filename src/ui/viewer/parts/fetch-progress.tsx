import { useEffect, useState } from 'preact/hooks'
import { Rate } from '../../lib/data/rate.ts'
import { bytes } from '../../lib/text/format.ts'
import { rich } from '../../lib/text/rich.ts'
import { t } from '../../lib/text/t.ts'
import { AskedNow } from '../../network/parts/asked-now.tsx'
import { StalledLookup } from '../../network/parts/stalled-lookup.tsx'
import { readNetwork } from '../../network/state/network.ts'
import { readLocalBytes } from '../state/read-local-bytes.ts'
import type { LocalBytes } from '../state/read-local-bytes.ts'

/** Pause between two measurements, absolute and relative to the last duration: measuring takes the node's time. */
const REST_MS = 1000
const REST_TIMES = 10

/** Progress of a file that is being fetched: amount, rate, contacted sources, and a cancel button. */
export function FetchProgress ({ cid, cancel }: { cid: string; cancel: () => void }) {
  const [rate] = useState(() => new Rate())
  const [local, setLocal] = useState<LocalBytes>()

  useEffect(() => {
    const gone = new AbortController()
    void readNetwork()
    void follow(cid, gone.signal, (local) => {
      rate.mark(local.bytes, performance.now())
      setLocal(local)
    })
    return () => {
      gone.abort()
    }
  }, [cid])

  // A file that is complete here is only being read, which takes no time worth telling.
  if (local == null || local.isWhole) {
    return null
  }

  return (
    <div class='viewer-progress'>
      <progress aria-label={t('Fetching')} max={local.of} value={local.of == null ? undefined : local.bytes} />
      <p class='facts'>
        {local.of != null && <span>{t('{size} of {total}', { size: bytes(local.bytes), total: bytes(local.of) })}
        </span>}{' '}
        {rate.bytesPerSecond != null && rate.bytesPerSecond > 0 && (
          <span>{t('{size}/s', { size: bytes(rate.bytesPerSecond) })}</span>
        )} <span>{rich(t('Asking: {sources}'), { sources: <AskedNow /> })}</span>
      </p>
      <StalledLookup cid={cid} progress={local.bytes} />
      <button type='button' onClick={cancel}>{t('Cancel')}</button>
    </div>
  )
}

async function follow (cid: string, signal: AbortSignal, show: (local: LocalBytes) => void): Promise<void> {
  while (!signal.aborted) {
    const began = performance.now()
    const local = await readLocalBytes(cid, { signal }).catch(() => undefined)
    if (signal.aborted || local == null) {
      return
    }
    show(local)
    if (local.isWhole) {
      return
    }
    await new Promise((resolve) => {
      setTimeout(resolve, Math.max(REST_MS, REST_TIMES * (performance.now() - began)))
    })
  }
}
