import { useEffect } from 'preact/hooks'
import type { RepairReport } from '../../../client/index.ts'
import { node } from '../../client/node.ts'
import { useStore } from '../../lib/reactive/store.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { t, tn } from '../../lib/text/t.ts'
import { Problem } from '../../page/problem.tsx'
import { noteRepairs, readRepairs, repairs } from '../state/repairs.ts'

function described ({ repairs, lacking, lackingCount, looking }: RepairReport): PlainError {
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
          'This browser lost the data of the node; who it is, its settings and {n} pin were restored from a copy.',
          'This browser lost the data of the node; who it is, its settings and {n} pins were restored from a copy.'
        )
      ],
    ...older ? [t('The last changes of the files are lost; they are as they were before.')] : [],
    ...lostFiles ? [t('The list of the files is lost; they begin anew.')] : [],
    ...lostBlocks ? [t('This browser lost the blocks of the node.')] : []
  ].join(' ')

  const next = looking
    ? t('Looking for what is missing…')
    : lackingCount === 0
    ? t('Nothing that is kept here is missing.')
    : tn(
      lackingCount,
      '{n} kept item cannot be read as a whole; adding the same files again brings them back.',
      '{n} kept items cannot be read as a whole; adding the same files again brings them back.'
    )

  const detail = lacking.length === 0
    ? undefined
    : lacking.map(({ cid, name }) => name === '' ? cid : `${name}: ${cid}`).join('\n')
  return { what, next, detail }
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
