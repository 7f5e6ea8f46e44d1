import { useEffect, useState } from 'preact/hooks'
import { viewerKind } from '../../content/lib/viewer-kind.ts'
import { readType } from '../../content/state/read-file.ts'
import { MediaView } from '../../content/viewer/media-view.tsx'
import { contentLink } from '../../lib/links/content-link.ts'
import { shownName } from '../../lib/text/shown-name.ts'
import { t } from '../../lib/text/t.ts'
import { Later } from '../../page/loading/later.tsx'

// Loaded on demand, because the renderers of texts are large.
const loadText = async () => (await import('../../content/viewer/text-view.tsx')).TextView

interface ReceivedFileProps {
  cid: string
  name: string
  /** media type from the link; undefined if unknown */
  type: string | undefined
  /** whether all of it is here; before, only media that the browser can stream are shown */
  isWhole: boolean
}

/**
 * Preview of a received file; empty if the page cannot show it. The content is untrusted: it is passed only to elements
 * that run no scripts, or shown as text.
 */
export function ReceivedFile ({ cid, name, type, isWhole }: ReceivedFileProps) {
  const href = contentLink(cid, name)
  const [found, setFound] = useState(type)
  const [hasFailed, setFailed] = useState(false)
  const kind = found == null ? undefined : viewerKind(found, name)
  const isStreamed = kind === 'video' || kind === 'audio'
  const title = shownName(name)

  useEffect(() => {
    setFailed(false)
    if (!isWhole) {
      return
    }
    // The link may lack the type, and may lie about it.
    const gone = new AbortController()
    readType(href, { signal: gone.signal }).then(setFound, () => {})
    return () => {
      gone.abort()
    }
  }, [href, isWhole])

  function fail (): void {
    setFailed(true)
  }

  if (kind == null || hasFailed || !(isWhole || isStreamed)) {
    return null
  }
  switch (kind) {
    case 'image':
    case 'video':
    case 'audio':
      return <MediaView key={`${cid} ${kind} ${isWhole}`} kind={kind} href={href} title={title} onError={fail} />
    case 'pdf':
      return navigator.pdfViewerEnabled ? <iframe class='view pdf' src={href} title={title} /> : null
    case 'markdown':
    case 'json':
    case 'text':
      return (
        <Later
          key={cid}
          load={loadText}
          name={t('Text')}
          props={{ href, path: `/ipfs/${cid}`, kind, name, title, onRead: () => {}, onError: fail }}
        />
      )
    case 'other':
      return null
  }
}
