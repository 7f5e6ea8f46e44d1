import { useEffect } from 'preact/hooks'
import type { RepairReport } from '../../client/index.ts'
import { count } from '../lib/format.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { useStore } from '../lib/store.ts'
import { node } from '../state/node.ts'
import { noteRepairs, readRepairs, repairs } from '../state/repairs.ts'
import { Problem } from './problem.tsx'

function described ({ repairs, lacking, lackingCount, looking }: RepairReport): PlainError {
  const lostBlocks = repairs.some(({ what }) => what === 'blocks-lost')
  const older = repairs.some(({ what }) => what === 'files-older')
  const lostFiles = repairs.some(({ what }) => what === 'files-lost')
  const restored = repairs.find(({ what }) => what === 'data-restored')

  const what = [
    ...restored == null ? [] : [`This browser lost the data of the node; who it is, its settings and ${count(restored.pins, 'pin')} were restored from a copy.`],
    ...older ? ['The last changes of the files are lost; they are as they were before.'] : [],
    ...lostFiles ? ['The list of the files is lost; they begin anew.'] : [],
    ...lostBlocks ? ['This browser lost the blocks of the node.'] : []
  ].join(' ')

  const next = looking
    ? 'Looking for what is missing…'
    : lackingCount === 0 ? 'Nothing that is kept here is missing.' : `${count(lackingCount, 'kept item')} cannot be read as a whole; adding the same files again brings them back.`

  const detail = lacking.length === 0 ? undefined : lacking.map(({ cid, name }) => name === '' ? cid : `${name}: ${cid}`).join('\n')
  return { what, next, detail }
}

/** What the browser lost of the node, until the person has read it. */
export function RepairNotice () {
  const { phase } = useStore(node)
  const report = useStore(repairs)

  useEffect(() => {
    if (phase !== 'ready') return
    const leaving = new AbortController()
    void readRepairs({ signal: leaving.signal })
    return () => { leaving.abort() }
  }, [phase])

  if (report.repairs.length === 0) {
    return null
  }
  return (
    <Problem problem={described(report)}>
      <button type='button' onClick={() => { void noteRepairs() }}>I have read this</button>
    </Problem>
  )
}
