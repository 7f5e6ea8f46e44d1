import { useState } from 'preact/hooks'
import { makeFolder, rename } from '../folder/state/change-files.ts'
import { nameProblem } from '../lib/links/mfs-path.ts'
import { t } from '../lib/text/t.ts'
import { AskForm } from '../page/controls/ask-form.tsx'
import type { Asked } from './asked.ts'
import { ContentForm } from './content-form.tsx'

interface FilesAskProps {
  asked: Asked
  folder: string
  /** names in the folder */
  taken: ReadonlySet<string>
  onEnd: () => void
}

/** Asks for the input of an action, and runs it. */
export function FilesAsk ({ asked, folder, taken, onEnd }: FilesAskProps) {
  return asked.is === 'content'
    ? <ContentForm initial={asked.initial} folder={folder} onEnd={onEnd} />
    : <NameForm initial={asked.is === 'rename' ? asked.name : ''} taken={taken} onEnd={onEnd} />
}

/** @param initial - current name of the renamed item; empty for a new folder */
function NameForm ({ initial, taken, onEnd }: { initial: string; taken: ReadonlySet<string>; onEnd: () => void }) {
  const [refused, setRefused] = useState<string>()
  const isNew = initial === ''
  // The extension is not selected, because it usually stays.
  const dot = initial.lastIndexOf('.')

  /** Returns why a name is invalid. */
  function problemOf (text: string): string | undefined {
    return nameProblem(text) ??
      (taken.has(text) && text !== initial ? t('This name is already taken.') : undefined)
  }

  function submit (text: string): void {
    if (problemOf(text) != null) {
      return setRefused(text)
    }
    if (text !== initial) {
      void (isNew ? makeFolder(text) : rename(initial, text))
    }
    onEnd()
  }

  return (
    <AskForm
      label={isNew ? t('Name of the new folder') : t('New name')}
      button={isNew ? t('Create') : t('Rename')}
      initial={initial}
      selected={dot > 0 ? dot : undefined}
      problem={refused == null ? undefined : problemOf(refused)}
      onSubmit={submit}
      onCancel={onEnd}
    />
  )
}
