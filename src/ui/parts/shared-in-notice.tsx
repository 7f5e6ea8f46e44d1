import { useEffect, useRef } from 'preact/hooks'
import { bytes, count } from '../lib/format.ts'
import { useStore } from '../lib/store.ts'
import { addSharedIn, leaveSharedIn, sharedIn } from '../state/shared-in.ts'
import { Problem } from './problem.tsx'

/** What was handed to the page by the system: any page can do that, so a person says whether it comes in. */
export function SharedInNotice () {
  const { files, path, note, problem } = useStore(sharedIn)
  const first = useRef<HTMLElement | null>(null)
  const all = note == null ? files : [...files, note]
  const asks = all.length > 0 || path != null

  useEffect(() => { if (asks) first.current?.focus() }, [asks])

  if (problem != null) {
    return <Problem problem={problem}><button type='button' onClick={leaveSharedIn}>Dismiss</button></Problem>
  }

  if (!asks) {
    return null
  }

  return (
    <section class='panel' role='alertdialog' aria-labelledby='shared-in-title' aria-describedby='shared-in-text'>
      <h2 id='shared-in-title'>Shared with this page</h2>
      <p id='shared-in-text'>
        {path != null && <>A link to <bdi>{path}</bdi>. </>}
        {all.length === 1 && <><bdi>{all[0].name}</bdi>, {bytes(all[0].size)}</>}
        {all.length > 1 && <>{count(all.length, 'file')}, {bytes(all.reduce((sum, { size }) => sum + size, 0))}: <bdi>{all[0].name}</bdi> and others</>}
      </p>
      <div class='actions'>
        {path != null && <a class='button' ref={(link) => { first.current = link }} href={path}>Open it</a>}
        {all.length > 0 && <button type='button' class='main' ref={(button) => { if (path == null) first.current = button }} onClick={addSharedIn}>Add {all.length === 1 ? 'it' : 'them'}</button>}
        <button type='button' class='quiet' onClick={leaveSharedIn}>Not now</button>
      </div>
    </section>
  )
}
