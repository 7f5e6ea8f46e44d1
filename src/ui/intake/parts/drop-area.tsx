import { useRef } from 'preact/hooks'
import { useStore } from '../../lib/reactive/store.ts'
import { t } from '../../lib/text/t.ts'
import { Problem } from '../../page/problem.tsx'
import { arrive, arriving, stopArriving } from '../state/arriving.ts'
import { canRefer, pickReferences } from '../state/references.ts'
import { CarQuestion } from './car-question.tsx'
import { FilePickers } from './file-pickers.tsx'
import { KeepDatesChoice } from './keep-dates-choice.tsx'
import { ReadingDrop } from './reading-drop.tsx'
import { ReferenceQuestion } from './reference-question.tsx'
import { useFolderPicker } from './use-folder-picker.tsx'

/**
 * Input area for files: dropped anywhere on the page, or picked.
 *
 * @param over - whether files are dragged above the page
 */
export function DropArea ({ over }: { over: boolean }) {
  const files = useRef<HTMLInputElement>(null)
  const choose = useRef<HTMLButtonElement>(null)
  const refer = useRef<HTMLButtonElement>(null)
  const { found, problem, together } = useStore(arriving)
  const folder = useFolderPicker((read) => {
    void arrive(read)
  })

  return (
    <section class='drop' data-over={over} aria-labelledby='add-title'>
      <h2 id='add-title'>{t('Add files or folders')}</h2>
      <p>
        {t(
          'Drop them anywhere on this page, or choose them. They are stored in this browser, get an address that is made of their content, and can be read without a network.'
        )}
      </p>
      <div class='actions'>
        <button type='button' class='main' ref={choose} onClick={() => files.current?.click()}>
          {t('Choose files')}
        </button>
        <button type='button' ref={folder.button} onClick={folder.open}>{t('Choose a folder')}</button>
        {canRefer() && (
          <button
            type='button'
            class='quiet'
            ref={refer}
            onClick={() => {
              void pickReferences()
            }}
          >
            {t('Add without copying…')}
          </button>
        )}
        <label class='check'>
          <input
            type='checkbox'
            checked={together}
            onChange={({ currentTarget }) => {
              arriving.patch({ together: currentTarget.checked })
            }}
          />{' '}
          {t('Together in one folder')}
        </label>
        <KeepDatesChoice />
      </div>
      <FilePickers files={files} folder={folder.field} names={['files', 'folder']} take={folder.take} />
      {folder.hint}
      {found != null && <ReadingDrop found={found} cancel={stopArriving} />}
      <CarQuestion onSettled={() => choose.current?.focus()} />
      <ReferenceQuestion onSettled={() => refer.current?.focus()} />
      {problem != null && <Problem problem={problem} />}
    </section>
  )
}
