import { useEffect } from 'preact/hooks'
import type { RepairReport } from '../../../client/index.ts'
import { node } from '../../client/node.ts'
import { useStore } from '../../lib/reactive/store.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Problem } from '../../page/loading/problem.tsx'
import { noteRepairs, readRepairs, repairs } from '../state/repairs.ts'

function described (report: RepairReport): PlainError {
  const { repairs, lacking } = report
  const lostBlocks = repairs.some(({ what }) => what === 'blocks-lost')
  const older = repairs.some(({ what }) => what === 'files-older')
  const lostFiles = repairs.some(({ what }) => what === 'files-lost')
  const restored = repairs.find(({ what }) => what === 'data-restored')

  const what = [
    ...restored == null
      ? []
      : [
        tn(
          restored.pins,
          'This browser lost the node’s data. Its Peer ID, settings and {n} pin were restored from a copy.',
          'This browser lost the node’s data. Its Peer ID, settings and {n} pins were restored from a copy.'
        )
      ],
    ...older ? [t('The last changes in Files were lost. Files shows the state before them.')] : [],
    ...lostFiles ? [t('The list of Files was lost, so Files starts empty.')] : [],
    ...lostBlocks ? [t('This browser lost the blocks of the node.')] : []
  ].join(' ')

  const detail = lacking.length === 0
    ? undefined
    : lacking.map(({ cid, name }) => name === '' ? cid : `${name}: ${cid}`).join('\n')
  return { what, next: nextStep(report), detail }
}

function nextStep ({ lackingCount, looking }: RepairReport): string {
  if (looking) {
    return t('Looking for missing blocks…')
  }

  return lackingCount === 0
    ? t('Nothing is missing.')
    : tn(
      lackingCount,
      '{n} pinned item is incomplete. Add the same files again to repair it.',
      '{n} pinned items are incomplete. Add the same files again to repair them.'
    )
}

/** Notice of data that the browser lost, until the user dismisses it. */
export function RepairNotice () {
  const { phase } = useStore(node)
  const report = useStore(repairs)

  useEffect(() => {
    if (phase !== 'ready') {
      return
    }
    const leaving = new AbortController()
    void readRepairs({ signal: leaving.signal })
    return () => {
      leaving.abort()
    }
  }, [phase])

  if (report.repairs.length === 0) {
    return null
  }
  return (
    <Problem problem={described(report)}>
      <button
        type='button'
        onClick={() => {
          void noteRepairs()
        }}
      >
        {t('I have read this')}
      </button>
    </Problem>
  )
}
