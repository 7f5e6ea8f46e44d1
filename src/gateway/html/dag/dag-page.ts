import type { CID } from 'multiformats/cid'
import { codecName } from '../../../cid/codes/codec-names.ts'
import { escapeHtml } from '../../../http/response/escape-html.ts'
import type { IpldNode } from '../../../ipld/data-model/ipld-node.ts'
import { pageFrame } from '../page/html-page.ts'
import { pageHeading } from '../page/page-heading.ts'
import type { PageOrigin } from '../page/page-origin.ts'
import { visibleText } from '../page/visible-text.ts'
import { dagTree } from './dag-tree.ts'

/** Formats in which a block of a codec is available without conversion. */
const FORMS: Readonly<Record<string, string[]>> = {
  'dag-json': ['raw', 'car', 'dag-json', 'json'],
  'dag-cbor': ['raw', 'car', 'dag-cbor', 'cbor']
}

/** Renders a document block as a page: its codec, its formats, and its content with links to follow. */
export function dagPage (
  { path, origin, cid, node }: { path: string; origin: PageOrigin; cid: CID; node: IpldNode | undefined }
): string {
  const { head, foot } = pageFrame(visibleText(path))
  const codec = codecName(cid.code) ?? `codec ${cid.code}`
  const forms = (FORMS[codec] ?? ['raw', 'car']).map((form) => `<a href="?format=${form}">${form}</a>`).join(' · ')
  const content = node === undefined
    ? '<p class="empty">This block does not match its codec.</p>'
    : `<pre translate="no">${dagTree(node, origin)}</pre>`

  return `${head}${
    pageHeading(
      path,
      cid,
      `<span translate="no">${escapeHtml(codec)} (0x${cid.code.toString(16)})</span> · as ${forms}`,
      origin
    )
  }<div class="sheet">${content}</div>\n${foot}`
}
