import type { MarkdownNode } from '../../lib/background/markdown-node.ts'

/** Returns the anchor of a heading like GitHub: letters and digits in lower case, spaces as dashes. */
export function headingName (heading: MarkdownNode): string {
  return textOf(heading).toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '').replaceAll(' ', '-')
}

function textOf (node: MarkdownNode): string {
  return typeof node === 'string' ? node : node.parts.map(textOf).join('')
}
