import { useState } from 'preact/hooks'
import { contentPath } from '../lib/content-path.ts'
import { nameProblem } from '../lib/mfs-path.ts'
import { makeFolder, putContent, rename } from '../state/file-actions.ts'
import { AskForm } from './ask-form.tsx'

/** What a person has to say before it is done. */
export type Asked = { is: 'folder' } | { is: 'rename', name: string } | { is: 'content', initial: string }

const WORDS = {
  folder: { label: 'Name of the new folder', button: 'Make it' },
  rename: { label: 'New name', button: 'Rename' },
  content: { label: 'CID, path or link', button: 'Put it here' }
}

/** What is to be said for it, and doing it then. */
export function FilesAsk ({ asked, taken, onEnd }: { asked: Asked, taken: ReadonlySet<string>, onEnd: () => void }) {
  const initial = asked.is === 'rename' ? asked.name : asked.is === 'content' ? asked.initial : ''
  const [problem, setProblem] = useState<string>()
  // the extension mostly stays
  const dot = asked.is === 'rename' ? initial.lastIndexOf('.') : -1

  function submit (text: string): void {
    if (asked.is === 'content') {
      const path = contentPath(text)
      if (path == null) return setProblem('This is no CID, and no path or link to IPFS content.')
      void putContent(path)
    } else {
      const reason = nameProblem(text) ?? (taken.has(text) && text !== initial ? 'There is something of this name already.' : undefined)
      if (reason != null) return setProblem(reason)
      if (text !== initial) void (asked.is === 'folder' ? makeFolder(text) : rename(asked.name, text))
    }

    onEnd()
  }

  return <AskForm {...WORDS[asked.is]} key={`${asked.is} ${initial}`} initial={initial} selected={dot > 0 ? dot : undefined} problem={problem} onSubmit={submit} onCancel={onEnd} />
}
