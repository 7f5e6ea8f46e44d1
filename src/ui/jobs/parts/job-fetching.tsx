import { useEffect, useRef, useState } from 'preact/hooks'
import type { Job } from '../../../client/index.ts'
import { askNode } from '../../client/ask-node.ts'
import { Rate } from '../../lib/data/rate.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes, duration } from '../../lib/text/format.ts'
import { rich } from '../../lib/text/rich.ts'
import { t } from '../../lib/text/t.ts'
import { AskedNow } from '../../network/parts/asked-now.tsx'
import { StalledLookup } from '../../network/parts/stalled-lookup.tsx'
import { network } from '../../network/state/network.ts'

/** Time without new blocks before a job is displayed as stalled. */
const STALLED_MS = 10_000
const TICK_MS = 1000

interface JobFetchingProps {
  job: Job
  /** description of the job */
  name: string
  /** pinned content path */
  path: string
  /** received blocks and bytes, as text */
  soFar: string
}

/**
 * Progress of a running pin: amount, estimated total, rate, and contacted sources. If no blocks arrive, shows the
 * reason.
 */
export function JobFetching ({ job: { id, progress, begun }, name, path, soFar }: JobFetchingProps) {
  const [total, setTotal] = useState<number>()
  const [now, setNow] = useState(Date.now())
  const [rate] = useState(() => new Rate())
  const { talks } = useStore(network)
  const moved = useRef({ blocks: progress.blocks, at: Math.max(Date.parse(begun), Date.now() - STALLED_MS) })
  const isKnown = total != null

  if (moved.current.blocks !== progress.blocks) {
    moved.current = { blocks: progress.blocks, at: Date.now() }
    rate.mark(progress.bytes, performance.now())
  }

  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
    }, TICK_MS)
    return () => {
      clearInterval(timer)
    }
  }, [])

  // The root block contains the total size, once it is stored.
  useEffect(() => {
    if (isKnown || progress.blocks === 0) {
      return
    }
    const gone = new AbortController()
    wholeSize(path, { signal: gone.signal }).then(setTotal, () => {})
    return () => {
      gone.abort()
    }
  }, [isKnown, progress.blocks, path])

  const waitedMs = now - moved.current.at
  const isStalled = waitedMs > STALLED_MS
  const [, , cid] = path.split('/')
  const of = isKnown && total >= progress.bytes ? total : undefined

  return (
    <>
      <progress aria-label={name} max={of} value={of == null ? undefined : progress.bytes} />
      <p class='facts'>
        <span>
          {of == null || progress.blocks === 0
            ? soFar
            : t('{words} of about {total}', { words: soFar, total: bytes(of) })}
        </span>
        {!isStalled && rate.bytesPerSecond != null && rate.bytesPerSecond > 0 && (
          <span>{t('{size}/s', { size: bytes(rate.bytesPerSecond) })}</span>
        )}
      </p>
      <div class='stalled'>
        <p class='facts'>
          <span>
            {talks?.isOff === true
              ? isStalled && t('You are offline. The download continues when you are online.')
              : <Asked stalledMs={isStalled ? waitedMs : undefined} />}
          </span>
        </p>
        {talks?.isOff !== true && path.startsWith('/ipfs/') && cid != null && (
          <StalledLookup cid={cid} progress={progress.blocks} key={id} />
        )}
      </div>
    </>
  )
}

/** @param stalledMs - time without data, if that is long */
function Asked ({ stalledMs }: { stalledMs: number | undefined }) {
  const whom = <AskedNow />

  return (
    <>
      {stalledMs == null
        ? rich(t('Asked {whom}'), { whom })
        : rich(t('No data for {duration}. Asked {whom}', { duration: duration(stalledMs / 1000) }), { whom })}
    </>
  )
}

/**
 * Returns the total bytes of a content, as stated by its local root block; repeated blocks count repeatedly.
 *
 * @throws see `askNode`, also for content that is no file or folder
 */
async function wholeSize (path: string, { signal }: { signal: AbortSignal }): Promise<number> {
  return (await askNode<{ CumulativeSize: number }>('files/stat', { args: [path], options: { offline: true }, signal }))
    .CumulativeSize
}
