import { t } from '../../lib/t.ts'

/**
 * A PDF in the browser's own viewer, whose scripts do not reach this page. Not in a sandbox: no viewer starts in one. Where the browser
 * has none, as on most phones, it is opened in a tab or saved.
 */
export function PdfView ({ href, title }: { href: string, title: string }) {
  return navigator.pdfViewerEnabled
    ? <iframe class='view pdf' src={href} title={title} />
    : <p class='facts'>{t('This browser shows no PDF in a page: Open and Save, above, give it to what can.')}</p>
}
