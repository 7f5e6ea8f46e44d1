import { t } from '../../lib/text/t.ts'

/**
 * A PDF in the browser's own viewer. Scripts of the viewer cannot access this page. It is not in a sandbox, because no
 * viewer starts in one. Without a viewer, as on most phones, it can be opened in a tab or downloaded.
 */
export function PdfView ({ href, title }: { href: string; title: string }) {
  return navigator.pdfViewerEnabled
    ? <iframe class='view pdf' src={href} title={title} />
    : <p class='facts'>{t('This browser doesn’t show PDFs in a page. Use Open or Download.')}</p>
}
