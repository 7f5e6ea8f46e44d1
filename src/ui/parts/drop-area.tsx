import { useCallback, useRef, useState } from 'preact/hooks'
import { together } from '../lib/picked.ts'
import type { Picked } from '../lib/picked.ts'
import { isAbort, plainError } from '../lib/plain-error.ts'
import type { PlainError } from '../lib/plain-error.ts'
import { readDrop } from '../lib/read-drop.ts'
import { seldom } from '../lib/seldom.ts'
import { t } from '../lib/t.ts'
import { useDrop } from '../lib/use-drop.ts'
import { take as takePicked } from '../state/cars.ts'
import { canRefer, pickReferences } from '../state/references.ts'
import { upload } from '../state/uploads.ts'
import { CarQuestion } from './car-question.tsx'
import { FilePickers } from './file-pickers.tsx'
import { KeepDatesChoice } from './keep-dates-choice.tsx'
import { Problem } from './problem.tsx'
import { ReadingDrop } from './reading-drop.tsx'
import { ReferenceQuestion } from './reference-question.tsx'

/** Files are found faster than anyone can see. */
const SHOW_FOUND_EACH_MS = 100

/** Where things come in: dropped anywhere on the page, or picked. */
export function DropArea () {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const wrap = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const [over, setOver] = useState(false)
  const [found, setFound] = useState<number>()
  const [problem, setProblem] = useState<PlainError>()
  const reading = useRef<AbortController | undefined>(undefined)

  function take (picked: Picked[]): void {
    if (picked.length > 0 && wrap.current?.checked === true) {
      upload([together(picked)])
    } else {
      takePicked(picked)
    }
  }

  async function drop (transfer: DataTransfer): Promise<void> {
    const { signal } = reading.current = new AbortController()
    setProblem(undefined)
    setFound(0)
    try {
      take(await readDrop(transfer, { onCount: seldom(SHOW_FOUND_EACH_MS, setFound), signal }))
    } catch (err) {
      if (!isAbort(err)) setProblem(plainError(err))
    } finally {
      setFound(undefined)
    }
  }

  useDrop({ over: setOver, drop: useCallback((transfer: DataTransfer) => { void drop(transfer) }, []) })

  return (
    <section class='drop' data-over={over} aria-labelledby='add-title'>
      <h2 id='add-title'>{t('Add files or folders')}</h2>
      <p>{t('Drop them anywhere on this page, or choose them. They are stored in this browser, get an address that is made of their content, and can be read without a network.')}</p>
      <div class='actions'>
        <button type='button' class='main' ref={choose} onClick={() => files.current?.click()}>{t('Choose files')}</button>
        <button type='button' onClick={() => folder.current?.click()}>{t('Choose a folder')}</button>
        {canRefer() && <button type='button' class='quiet' onClick={() => { void pickReferences() }}>{t('Add without copying…')}</button>}
        <label class='check'>
          <input type='checkbox' ref={wrap} /> {t('Together in one folder')}
        </label>
        <KeepDatesChoice />
      </div>
      <FilePickers files={files} folder={folder} names={['files', 'folder']} take={(picked) => { setProblem(undefined); picked.then(take, (err: unknown) => { setProblem(plainError(err)) }) }} />
      {found !== undefined && <ReadingDrop found={found} cancel={() => reading.current?.abort()} />}
      <CarQuestion onSettled={() => choose.current?.focus()} />
      <ReferenceQuestion />
      {problem != null && <Problem problem={problem} />}
    </section>
  )
}
