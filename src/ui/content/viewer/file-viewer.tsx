import { useEffect, useState } from 'preact/hooks'
import { ranLine } from '../../lib/command/lines/ran-line.ts'
import { contentLink } from '../../lib/links/content-link.ts'
import { useStore } from '../../lib/reactive/store.ts'
import { bytes } from '../../lib/text/format.ts'
import { isAbort, plainError } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { retold } from '../../lib/text/retold.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t } from '../../lib/text/t.ts'
import { RunInConsole } from '../../page/controls/run-in-console.tsx'
import { Later } from '../../page/loading/later.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import { viewerKind } from '../lib/viewer-kind.ts'
import type { ViewerKind } from '../lib/viewer-kind.ts'
import { countHere, explored } from '../state/explore.ts'
import { readType } from '../state/read-file.ts'
import type { ExploredNode } from '../state/read-node.ts'
import { FetchedSoFar } from './fetched-so-far.tsx'
import { MediaView } from './media-view.tsx'

/** Size limit of files that are shown without a click. */
const MAX_SHOWN_AT_ONCE_BYTES = 20_000_000

// Loaded on demand, because few users open texts, and the renderer is large.
const loadText = async () => (await import('./text-view.tsx')).TextView

const NOT_SHOWN = retold((): PlainError => ({
  what: t('The browser cannot show it.'),
  next: t('It may be damaged, or in a format that this browser does not support. You can download it.')
}))

/**
 * A file, displayed in the page. The content is untrusted: it is passed only to elements that run no scripts (images,
 * videos, audio), or shown as text. Missing parts are fetched when the user opens it.
 *
 * @param path - its content path, the base of its links
 */
export function FileViewer (
  { node: { cid, size = 0 }, path, name }: { node: ExploredNode; path: string; name: string | undefined }
) {
  const { local } = useStore(explored)
  const [wanted, setWanted] = useState(false)
  const [kind, setKind] = useState<ViewerKind>()
  const [isRead, setRead] = useState(false)
  const [problem, setProblem] = useState<PlainError>()
  const href = contentLink(cid, name)
  const isHere = local.is === 'all' && size <= MAX_SHOWN_AT_ONCE_BYTES

  useEffect(() => {
    if (!wanted && !isHere) {
      return
    }
    const gone = new AbortController()
    readType(href, { signal: gone.signal }).then((type) => {
      setKind(viewerKind(type, name ?? ''))
    }, (err: unknown) => {
      if (!isAbort(err)) {
        setProblem(plainError(err))
      }
    })
    return () => {
      gone.abort()
    }
  }, [wanted || isHere, href])

  if (problem != null) {
    return <Problem problem={problem} />
  }

  if (size === 0) {
    return <p class='facts'>{t('The file is empty.')}</p>
  }

  if (local.is === 'counting' || local.is === 'unknown') {
    return null
  }

  if (!wanted && !isHere) {
    return (
      <p class='actions'>
        <button
          type='button'
          onClick={() => {
            setWanted(true)
          }}
        >
          {t('Show it ({size})', { size: bytes(size) })}
        </button>{' '}
        <RunInConsole line={ranLine('cat', [cid])} />
      </p>
    )
  }

  return (
    <>
      {wanted && !isRead && (
        <FetchedSoFar
          stop={() => {
            setWanted(false)
            setKind(undefined)
          }}
        />
      )}
      <Shown
        kind={kind}
        href={href}
        path={path}
        name={name ?? ''}
        title={shownName(name ?? cid)}
        onRead={() => {
          setRead(true)
          void countHere({ quietly: true })
        }}
        onError={(err) => {
          setProblem(err == null ? NOT_SHOWN : plainError(err))
        }}
      />
    </>
  )
}

interface ShownProps {
  kind: ViewerKind | undefined
  href: string
  path: string
  name: string
  title: string
  /** called when the displayed part of a text was read: no more of it is fetched then */
  onRead: () => void
  /** @param err - undefined if the browser cannot display the file */
  onError: (err?: unknown) => void
}

function Shown ({ kind, href, path, name, title, onRead, onError }: ShownProps) {
  switch (kind) {
    case 'image':
    case 'video':
    case 'audio':
      return (
        <MediaView
          kind={kind}
          href={href}
          title={title}
          onError={() => {
            onError()
          }}
        />
      )
    case 'markdown':
    case 'json':
    case 'text':
      return <Later load={loadText} name={t('Text')} props={{ href, path, kind, name, title, onRead, onError }} />
    case 'pdf':
      return <PdfView href={href} title={title} />
    case 'other':
      return <p class='facts'>{t('There is no preview for this type of file. Its bytes are below.')}</p>
    case undefined:
      return null
  }
}

/**
 * A PDF in the browser's own viewer. Scripts of the viewer cannot access this page. It is not in a sandbox, because no
 * viewer starts in one. Without a viewer, as on most phones, it can be opened in a tab or downloaded.
 */
function PdfView ({ href, title }: { href: string; title: string }) {
  return navigator.pdfViewerEnabled
    ? <iframe class='view pdf' src={href} title={title} />
    : <p class='facts'>{t('This browser doesn’t show PDFs in a page. Use Open or Download.')}</p>
}
