import { useState } from 'preact/hooks'
import { makeFolder, putContent, rename } from '../folder/state/change-files.ts'
import { contentPath } from '../lib/links/content-path.ts'
import { nameProblem } from '../lib/links/mfs-path.ts'
import { t, words } from '../lib/text/t.ts'
import type { Words } from '../lib/text/t.ts'
import { AskForm } from '../page/ask-form.tsx'

/** An action that needs an input. */
export type Asked = { is: 'folder' } | { is: 'rename'; name: string } | { is: 'content'; initial: string }

const WORDS: Record<Asked['is'], { label: Words; button: Words }> = {
  folder: { label: words('Name of the new folder'), button: words('Create') },
  rename: { label: words('New name'), button: words('Rename') },
  content: { label: words('CID, path or link'), button: words('Add') }
}

/** Asks for the input of an action, and runs it. */
export function FilesAsk ({ asked, taken, onEnd }: { asked: Asked; taken: ReadonlySet<string>; onEnd: () => void }) {
  const initial = initialOf(asked)
  const { label, button } = WORDS[asked.is]
  const [refused, setRefused] = useState<string>()
  // The extension is not selected, because it usually stays.
  const dot = asked.is === 'rename' ? initial.lastIndexOf('.') : -1

  /** Returns why an input is invalid. */
  function problemOf (text: string): string | undefined {
    if (asked.is === 'content') {
      return contentPath(text) == null ? t('That isn’t a CID, path or link to IPFS content.') : undefined
    }
    return nameProblem(text) ??
      (taken.has(text) && text !== initial ? t('This name is already taken.') : undefined)
  }

  function submit (text: string): void {
    if (problemOf(text) != null) {
      return setRefused(text)
    }

    if (asked.is === 'content') {
      void putContent(contentPath(text)!)
    } else if (text !== initial) {
      void (asked.is === 'folder' ? makeFolder(text) : rename(asked.name, text))
    }

    onEnd()
  }

  return (
    <AskForm
      label={t(label)}
      button={t(button)}
      key={`${asked.is} ${initial}`}
      initial={initial}
      selected={dot > 0 ? dot : undefined}
      problem={refused == null ? undefined : problemOf(refused)}
      onSubmit={submit}
      onCancel={onEnd}
    />
  )
}

function initialOf (asked: Asked): string {
  if (asked.is === 'folder') {
    return ''
  }
  return asked.is === 'rename' ? asked.name : asked.initial
}
