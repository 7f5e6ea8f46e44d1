import { escapeHtml } from '../../../http/response/escape-html.ts'
import { htmlHeaders, pageFrame, pagePolicy } from '../page/html-page.ts'
import { allowPings } from '../page/ping-script.ts'
import type { PingScript } from '../page/ping-script.ts'
import { visibleText } from '../page/visible-text.ts'

/**
 * Requests the same address again, and shows the outcome. The worker answers the second request with the file, because
 * this page can ping now: the page stays, and the browser saves the file.
 */
const SCRIPT = '(()=>{const show=(id)=>{for(const p of document.querySelectorAll("[data-state]"))p.hidden=p.id!==id};' +
  'navigator.serviceWorker.addEventListener("message",({data:d})=>{if(d?.type==="download-ended")' +
  'show(d.failed?"failed":"saved")});' +
  'const save=()=>{show("saving");location.assign(location.pathname+location.search)};' +
  'document.getElementById("again").addEventListener("click",save);save()})()'

/**
 * Returns the page that keeps the worker alive while a file is saved. For browsers that cut files silently unless a
 * page pings the worker.
 *
 * @param name - file name
 */
export function downloadPage (name: string, script: PingScript): Response {
  const { head, foot } = pageFrame(visibleText(name), { main: 'waiting' })
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  htmlHeaders(headers)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Security-Policy', allowPings(pagePolicy(), script, [SCRIPT]))

  const html = `${head}<h1>Downloading <bdi translate="no">${escapeHtml(visibleText(name))}</bdi></h1>\n` +
    '<div role="status">\n' +
    '<p id="saving" class="facts" data-state hidden>Keep this tab open until the download has ended.</p>\n' +
    '<p id="saved" class="facts" data-state hidden>The complete file is in your downloads. ' +
    'You can close this tab.</p>\n' +
    '<p id="failed" class="facts" data-state hidden>The download was interrupted, and the file is incomplete.</p>\n' +
    '</div>\n<p class="ways"><button id="again" type="button">Download again</button></p>\n' +
    '<noscript><p class="facts">This page needs JavaScript: it keeps the node running during ' +
    'the download.</p></noscript>\n' +
    `${script.element}\n<script>${SCRIPT}</script>\n${foot}`

  return new Response(html, { headers })
}
