import { useEffect, useRef, useState } from 'preact/hooks'
import { contentPath } from '../lib/content-path.ts'
import { nameProblem } from '../lib/mfs-path.ts'
import { makeFolder, putContent, rename } from '../state/file-actions.ts'

/** What a person has to say before it is done. */
export type Asked = { is: 'folder' } | { is: 'rename', name: string } | { is: 'content', initial: string }

const WORDS = {
  folder: { label: 'Name of the new folder', button: 'Make it' },
  rename: { label: 'New name', button: 'Rename' },
  content: { label: 'CID, path or link', button: 'Put it here' }
}

/** One line to be filled in. */
export function FilesAsk ({ asked, taken, onEnd }: { asked: Asked, taken: ReadonlySet<string>, onEnd: () => void }) {
  const initial = asked.is === 'rename' ? asked.name : asked.is === 'content' ? asked.initial : ''
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const { label, button } = WORDS[asked.is]

  useEffect(() => {
    input.current?.focus()
    // the extension mostly stays
    const dot = asked.is === 'rename' ? initial.lastIndexOf('.') : -1
    input.current?.setSelectionRange(0, dot > 0 ? dot : initial.length)
  }, [asked.is, initial])

  function submit (): void {
    if (asked.is === 'content') {
      const path = contentPath(text)
      if (path == null) return refuse('This is no CID, and no path or link to IPFS content.')
      void putContent(path)
    } else {
      const name = text.trim()
      const reason = nameProblem(name) ?? (taken.has(name) && name !== initial ? 'There is something of this name already.' : undefined)
      if (reason != null) return refuse(reason)
      if (name !== initial) void (asked.is === 'folder' ? makeFolder(name) : rename(asked.name, name))
    }

    onEnd()
  }

  function refuse (reason: string): void {
    setProblem(reason)
    input.current?.focus()
  }

  return (
    <form class='ask notice' onSubmit={(event) => { event.preventDefault(); submit() }} onKeyDown={({ key }) => { if (key === 'Escape') onEnd() }}>
      <label>{label} <input ref={input} type='text' value={text} autocomplete='off' spellcheck={false} aria-invalid={problem != null} aria-describedby={problem == null ? undefined : 'ask-problem'} onInput={({ currentTarget }) => { setText(currentTarget.value) }} /></label>
      <div class='actions'>
        <button type='submit' class='main'>{button}</button>
        <button type='button' class='quiet' onClick={onEnd}>Cancel</button>
      </div>
      {problem != null && <p id='ask-problem' class='state bad' role='alert'>{problem}</p>}
    </form>
  )
}
