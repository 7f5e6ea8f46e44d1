import { useEffect, useRef, useState } from 'preact/hooks'
import { ranLine } from '../../../lib/command/lines/ran-line.ts'
import { contentHref } from '../../../lib/links/content-href.ts'
import { contentPath } from '../../../lib/links/content-path.ts'
import { isAbort, plainError } from '../../../lib/text/plain-error.ts'
import type { PlainError } from '../../../lib/text/plain-error.ts'
import { retold } from '../../../lib/text/retold.ts'
import { rich } from '../../../lib/text/rich.ts'
import { t, words } from '../../../lib/text/t.ts'
import type { Words } from '../../../lib/text/t.ts'
import { AskForm } from '../../../page/controls/ask-form.tsx'
import { CopyButton } from '../../../page/controls/copy-button.tsx'
import { RemoveQuestion } from '../../../page/controls/remove-question.tsx'
import { RunInConsole } from '../../../page/controls/run-in-console.tsx'
import { Problem } from '../../../page/loading/problem.tsx'
import { announceNews } from '../../../page/state/news.ts'
import { Cid } from '../../../page/text/cid.tsx'
import { Name } from '../../../page/text/name.tsx'
import {
  PUBLISH_OPTIONS,
  publishUnder,
  removeKey,
  renameKey,
  RESOLVE_OPTIONS,
  resolveName,
  SELF
} from '../../state/node-keys.ts'
import type { NodeKey, Published } from '../../state/node-keys.ts'
import { KeyExport } from './key-export.tsx'

type Asked = 'publish' | 'rename' | 'save' | 'remove'

/** The questions that are answered with a text. */
const FORMS: Partial<Record<Asked, { label: Words; button: Words }>> = {
  publish: { label: words('CID, path or link'), button: words('Publish') },
  rename: { label: words('New name'), button: words('Rename') }
}

/** A key with its IPNS name and actions. */
export function KeyRow ({ nodeKey: { name, id }, onGone }: { nodeKey: NodeKey; onGone: () => void }) {
  const [asked, setAsked] = useState<Asked>()
  const [busy, setBusy] = useState(false)
  /** last command with its inputs */
  const [ran, setRan] = useState<string>()
  const [published, setPublished] = useState<Published>()
  const [leads, setLeads] = useState<string>()
  const [problem, setProblem] = useState<PlainError>()
  const keepIt = useRef<HTMLButtonElement>(null)
  const buttons = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  const form = asked == null ? undefined : FORMS[asked]

  // Moves the focus from the clicked button to the safe answer.
  useEffect(() => {
    if (asked === 'remove') {
      keepIt.current?.focus()
    }
  }, [asked])

  function ask (what: Asked): void {
    opener.current = document.activeElement
    setAsked(what)
    setProblem(undefined)
    setPublished(undefined)
  }

  function close (): void {
    setAsked(undefined)
    const opened = opener.current // Safari does not focus a clicked button.
    const button = opened instanceof HTMLButtonElement && buttons.current?.contains(opened) === true
      ? opened
      : buttons.current?.querySelector('button')
    button?.focus()
  }

  async function submit (text = ''): Promise<void> {
    setBusy(true)
    setProblem(undefined)

    try {
      if (asked === 'publish') {
        const path = contentPath(text)
        if (path == null) {
          return setProblem(retold(() => ({ what: t('This isn’t a CID, path or link to IPFS content.') })))
        }
        setRan(publishLine(name, path))
        setPublished(await publishUnder(name, path))
        setLeads(path)
        announceNews(t('{name} now points to {path}.', { name, path }))
        close()
      } else if (asked === 'rename') {
        if (text === name || await renameKey(name, text)) {
          close()
        }
        if (text !== name) {
          setRan(ranLine('key/rename', [name, text]))
        }
      } else if (await removeKey(name)) {
        onGone()
      }
    } catch (err) {
      setProblem(plainError(err))
    } finally {
      setBusy(false)
    }
  }

  async function look (): Promise<void> {
    setBusy(true)
    setProblem(undefined)

    setRan(ranLine('name/resolve', [id], RESOLVE_OPTIONS))

    try {
      setLeads(await resolveName(id))
    } catch (err) {
      if (!isAbort(err)) {
        setProblem(unresolved(err as Error))
      }
    } finally {
      setBusy(false)
    }
  }

  return (
    <li class='key-row'>
      <div class='key-head'>
        <span class='name'>
          <Name of={name} />
          {name === SELF && <span class='facts'>{' '}{t('the node itself')}</span>}
        </span>
        <span class='facts'>
          <Cid id={id} /> <CopyButton text={`/ipns/${id}`} what={t('name of {name}', { name })} />
        </span>
      </div>
      <div class='actions' ref={buttons}>
        <KeyButtons
          name={name}
          busy={busy}
          onAsk={ask}
          onResolve={() => {
            void look()
          }}
        />
        <RunInConsole line={lineOf(name, asked, ran)} />
      </div>
      {leads != null && <Target path={leads} />}
      {published != null && <PublishedNotice places={published.places} />}
      {form != null && (
        <AskForm
          key={asked}
          label={t(form.label)}
          initial={asked === 'rename' ? name : ''}
          required
          button={busy ? t('Working…') : t(form.button)}
          busy={busy}
          onSubmit={(text) => {
            void submit(text)
          }}
          onCancel={close}
        />
      )}
      {asked === 'save' && <KeyExport name={name} onEnd={close} />}
      {asked === 'remove' && (
        <RemoveQuestion
          name={name}
          text={t('Without the key the name can never be updated again. This cannot be undone.')}
          button={t('Remove key')}
          busy={busy}
          keepRef={keepIt}
          onKeep={close}
          onRemove={() => {
            void submit()
          }}
        />
      )}
      {problem != null && <Problem problem={problem} />}
    </li>
  )
}

/** The actions on a key. The node's own key can only be published and resolved. */
function KeyButtons (
  { name, busy, onAsk, onResolve }: {
    name: string
    busy: boolean
    onAsk: (what: Asked) => void
    onResolve: () => void
  }
) {
  const asks: Array<{ asked: Asked; label: string; text: string }> = [
    { asked: 'rename', label: t('Rename {name}', { name }), text: t('Rename') },
    { asked: 'save', label: t('Export the private key of {name}', { name }), text: t('Export key…') },
    { asked: 'remove', label: t('Remove {name}', { name }), text: t('Remove…') }
  ]

  return (
    <>
      <button
        type='button'
        disabled={busy}
        onClick={() => {
          onAsk('publish')
        }}
        aria-label={t('Publish as {name}', { name })}
      >
        {t('Publish…')}
      </button>
      <button
        type='button'
        class='quiet'
        disabled={busy}
        onClick={onResolve}
        aria-label={t('Resolve {name}', { name })}
      >
        {t('Resolve')}
      </button>
      {name !== SELF && asks.map(({ asked, label, text }) => (
        <button
          key={asked}
          type='button'
          class='quiet'
          disabled={busy}
          onClick={() => {
            onAsk(asked)
          }}
          aria-label={label}
        >
          {text}
        </button>
      ))}
    </>
  )
}

/** Returns the command line of what is asked, or of the last command. */
function lineOf (name: string, asked: Asked | undefined, ran = publishLine(name)): string {
  switch (asked) {
    case 'remove':
      return ranLine('key/rm', [name])
    case 'rename':
      return ranLine('key/rename', [name, ''])
    case 'publish':
      return publishLine(name)
    default:
      return ran
  }
}

function unresolved ({ message }: Error): PlainError {
  return retold(() => ({
    what: t('The name could not be resolved.'),
    next: t('It may not have been published yet.'),
    detail: message
  }))
}

function publishLine (key: string, path = ''): string {
  return ranLine('name/publish', [path], { key, ...PUBLISH_OPTIONS })
}

function PublishedNotice ({ places }: { places: Published['places'] }) {
  const told = places.filter(({ problem }) => problem == null)

  return (
    <div class='facts'>
      <p>
        {told.length > 0
          ? t('Published:')
          : t('The record is signed and stored on this device. It was not published.')}
      </p>
      {places.length > 0 && (
        <ul class='places'>
          {places.map(({ place, problem }) => (
            <li key={place}>
              <Name of={place} />
              {problem != null && <>: {problem}</>}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Target ({ path }: { path: string }) {
  const link = (
    <a href={contentHref(path)}>
      <code>{path}</code>
    </a>
  )

  return (
    <p class='facts'>
      {rich(t('Points to {path}'), { path: link })} <CopyButton text={path} what={t('path')} />
    </p>
  )
}
