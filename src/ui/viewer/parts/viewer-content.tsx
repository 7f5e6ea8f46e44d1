import { useEffect, useRef, useState } from 'preact/hooks'
import { askNode } from '../../client/ask-node.ts'
import { whenReady } from '../../client/node.ts'
import { viewerKind } from '../../content/lib/viewer-kind.ts'
import type { ViewerKind } from '../../content/lib/viewer-kind.ts'
import { readType } from '../../content/state/read-file.ts'
import { LinkToContent } from '../../content/viewer/markdown-blocks.tsx'
import { MediaView } from '../../content/viewer/media-view.tsx'
import { contentLink } from '../../lib/links/content-link.ts'
import { isAbort } from '../../lib/text/plain-error.ts'
import type { PlainError } from '../../lib/text/plain-error.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t } from '../../lib/text/t.ts'
import { network } from '../../network/state/network.ts'
import { Later } from '../../page/loading/later.tsx'
import { Problem } from '../../page/loading/problem.tsx'
import type { ViewerItem } from '../lib/viewer-item.ts'
import { viewerProblem } from '../lib/viewer-problem.ts'
import { readLocalBytes } from '../state/read-local-bytes.ts'
import type { ContentLinks } from '../state/use-content-links.ts'
import { FetchProgress } from './fetch-progress.tsx'
import { FileCard } from './file-card.tsx'
import { ImageView } from './image-view.tsx'
import { ViewerIcon } from './viewer-icon.tsx'

// Loaded on demand, because the renderers of texts are large.
const loadText = async () => (await import('../../content/viewer/text-view.tsx')).TextView

/** Kinds of which the browser fetches more while they are shown. */
const STREAMED: readonly ViewerKind[] = ['video', 'audio', 'pdf']

type Opened =
  | { is: 'opening' | 'cancelled' }
  | { is: 'shown' | 'unshowable'; kind: ViewerKind; type: string }
  | { is: 'failed'; problem: PlainError }

export interface ViewerContentProps {
  item: ViewerItem
  links: ContentLinks
  /** called with the media type when it is known */
  onType: (type: string) => void
  /** Moves the focus to the stage, before a button with the focus disappears. */
  focus: () => void
}

/**
 * The content of a file. It is untrusted: it is passed only to elements that run no scripts, or shown as text. Missing
 * parts are fetched.
 */
export function ViewerContent ({ item, links, onType, focus }: ViewerContentProps) {
  const { name, cid, size } = item
  const href = contentLink(cid, name)
  const [tries, setTries] = useState(0)
  const [opened, setOpened] = useState<Opened>({ is: 'opening' })
  const [isLoaded, setLoaded] = useState(false)
  const opening = useRef(new AbortController())
  const [gone] = useState(() => new AbortController())

  useEffect(() => {
    if (size === 0) {
      return
    }
    const { signal } = opening.current = new AbortController()
    setOpened({ is: 'opening' })
    setLoaded(false)
    openFile(cid, href, signal).then((type) => {
      setOpened({ is: 'shown', kind: viewerKind(type, name), type })
      onType(type)
    }, fail)
    return () => {
      opening.current.abort()
    }
  }, [tries])

  useEffect(() => () => {
    gone.abort()
  }, [gone])

  function fail (err: unknown): void {
    if (!isAbort(err)) {
      const isOffline = network.value.talks?.isOff === true || !navigator.onLine
      setOpened({ is: 'failed', problem: viewerProblem(err, { name, isOffline }) })
    }
  }

  /** Distinguishes a damaged file from one that could not be fetched: an element reports both in the same way. */
  async function failToShow (kind: ViewerKind, type: string): Promise<void> {
    const local = await readLocalBytes(cid, { signal: gone.signal }).catch(() => undefined)
    if (gone.signal.aborted) {
      return
    }
    if (local?.isWhole === false) {
      fail(new Error('HTTP 504'))
    } else {
      setOpened({ is: 'unshowable', kind, type })
    }
  }

  function cancel (): void {
    focus()
    opening.current.abort()
    setOpened({ is: 'cancelled' })
  }

  const again = (
    <button
      type='button'
      onClick={() => {
        focus()
        setTries(tries + 1)
      }}
    >
      {t('Try again')}
    </button>
  )

  if (size === 0) {
    return <p class='viewer-note facts'>{t('This file is empty.')}</p>
  }

  switch (opened.is) {
    case 'failed':
      return (
        <div class='viewer-note'>
          <Problem problem={opened.problem}>{again}</Problem>
        </div>
      )

    case 'cancelled':
      return (
        <div class='viewer-note'>
          <p class='facts'>{t('Cancelled.')}</p>
          {again}
        </div>
      )

    case 'unshowable':
      return (
        <FileCard item={item} type={opened.type}>
          {t('This browser cannot show this file. It may be damaged, or of an unknown format.')}
        </FileCard>
      )

    case 'opening':
      return <FetchProgress cid={cid} cancel={cancel} />

    case 'shown': {
      const { kind, type } = opened
      const isFetching = kind !== 'other' && (!isLoaded || STREAMED.includes(kind))
      return (
        <>
          <LinkToContent.Provider value={links.linkTo}>
            <Shown
              item={item}
              kind={kind}
              type={type}
              href={href}
              path={links.path}
              onLoad={() => {
                setLoaded(true)
              }}
              onError={(err) => {
                if (err == null) {
                  void failToShow(kind, type)
                } else {
                  fail(err)
                }
              }}
            />
          </LinkToContent.Provider>
          {isFetching && <FetchProgress cid={cid} cancel={cancel} />}
        </>
      )
    }
  }
}

interface ShownProps {
  item: ViewerItem
  kind: ViewerKind
  type: string
  href: string
  path: string
  onLoad: () => void
  /** @param err - undefined if an element could not show the file */
  onError: (err?: unknown) => void
}

function Shown ({ item, kind, type, href, path, onLoad, onError }: ShownProps) {
  const title = shownName(item.name)
  const notShown = (): void => {
    onError()
  }

  switch (kind) {
    case 'image':
      return <ImageView href={href} title={title} onLoad={onLoad} onError={notShown} />
    case 'video':
      return <MediaView kind='video' href={href} title={title} onLoad={onLoad} onError={notShown} />
    case 'audio':
      return (
        <div class='viewer-card'>
          <ViewerIcon of='audio' />
          <MediaView kind='audio' href={href} title={title} onLoad={onLoad} onError={notShown} />
        </div>
      )
    case 'markdown':
    case 'json':
    case 'text':
      return (
        <Later
          load={loadText}
          name={t('Text')}
          props={{ href, path, kind, name: item.name, title, onRead: onLoad, onError }}
        />
      )
    case 'pdf':
      return navigator.pdfViewerEnabled
        ? <iframe class='view pdf' src={href} title={title} onLoad={onLoad} />
        : (
          <FileCard item={item} type={type}>
            {t('This browser doesn’t show PDFs in a page. Download it to open it.')}
          </FileCard>
        )
    case 'other':
      return <FileCard item={item} type={type} />
  }
}

/**
 * Fetches the root block if it is missing, and returns the media type. Blocks are first asked for over the worker's port:
 * browsers log failed requests.
 */
async function openFile (cid: string, href: string, signal: AbortSignal): Promise<string> {
  await whenReady({ signal })
  await askNode('block/stat', { args: [cid], signal })
  return await readType(href, { signal })
}
