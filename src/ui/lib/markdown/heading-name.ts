import type { MarkdownNode } from './markdown-node.ts'

/** What a link within the text calls a heading, as GitHub does: its letters and digits in small, blanks as dashes. */
export function headingName (heading: MarkdownNode): string {
  return textOf(heading).toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-')
}

function textOf (node: MarkdownNode): string {
  return typeof node === 'string' ? node : node.parts.map(textOf).join('')
}
