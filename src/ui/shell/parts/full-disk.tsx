import { useEffect, useRef, useState } from 'preact/hooks'
import { node } from '../../client/node.ts'
import { uploads } from '../../intake/state/uploads.ts'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { biggest } from '../../lib/data/biggest.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { cleanup, freeSpace } from '../../storage/state/cleanup.ts'
import { kept, unpin } from '../../storage/state/kept.ts'
import type { Kept } from '../../storage/state/kept.ts'
import { full, refreshRoom } from '../../storage/state/room.ts'
import { measure, sizes } from '../../storage/state/sizes.ts'

/** Number of the largest items that are offered for removal. */
const OFFERED = 3
const LOOK_AGAIN_MS = 5000

const FULL = (): PlainError => ({
  what: t('The disk is full.'),
  next: t(
    'Nothing more can be stored. Your files are safe and can be opened. Free unused space, delete files you no longer need, or free disk space on this device.'
  )
})

/** Notice that the disk is full, with ways to free space. */
export function FullDisk () {
  const isFull = useStore(full)
  const { phase } = useStore(node)
  const { list } = useStore(kept)
  const { known, left } = useStore(sizes)
  const { is } = useStore(cleanup)
  const failed = useStore(uploads).filter(({ status }) => status === 'failed').length
  const [removing, setRemoving] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const busy = removing || is === 'running'

  // At the start, after a failed upload, and after space was freed, here or in another way.
  useEffect(() => {
    if (phase === 'ready' && !busy) {
      void refreshRoom()
    }
  }, [phase, failed, busy])

  // Space becomes available shortly after a deletion, or elsewhere on the device.
  useEffect(() => {
    if (!isFull || busy) {
      return
    }
    const timer = setInterval(() => {
      void refreshRoom()
    }, LOOK_AGAIN_MS)
    return () => {
      clearInterval(timer)
    }
  }, [isFull, busy])

  useEffect(() => {
    if (!isFull || list == null) {
      return
    }
    const gone = new AbortController()
    void measure(list, { signal: gone.signal })
    return () => {
      gone.abort()
    }
  }, [isFull, list])

  if (!isFull || phase !== 'ready') {
    return null
  }

  const offered = biggest(list ?? [], ({ cid }) => known.get(cid), OFFERED)

  async function take (pin: Kept): Promise<void> {
    setRemoving(true)
    place.current?.focus() // The button with the focus is removed.

    try {
      if (await unpin([pin])) {
        await freeSpace()
      }
    } finally {
      setRemoving(false)
    }
  }

  return (
    <div ref={place} tabIndex={-1} class='notice-place'>
      <Problem problem={FULL()}>
        <button
          type='button'
          class='main'
          disabled={busy}
          onClick={() => {
            void freeSpace()
          }}
        >
          {t('Free unused space')}
        </button>
        <RunInConsole line={ranLine('repo/gc', [])} />
        {offered.map(({ one, size }) => (
          <button
            type='button'
            key={`${one.type} ${one.cid}`}
            disabled={busy}
            class='long'
            onClick={() => {
              void take(one)
            }}
          >
            {t('Remove {name} ({size})', { size: bytes(size), name: one.name || t('unnamed item') })}
          </button>
        ))}
        <button
          type='button'
          class='quiet'
          disabled={busy}
          onClick={() => {
            void refreshRoom()
          }}
        >
          {t('Check again')}
        </button>
        {left > 0 && (
          <span class='facts'>
            {tn(left, 'Finding the largest items: {n} left', 'Finding the largest items: {n} left')}
          </span>
        )}
      </Problem>
    </div>
  )
}
