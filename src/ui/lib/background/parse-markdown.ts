import type { Definition, Nodes, Parents } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Align, MarkdownElement, MarkdownNode } from './markdown-node.ts'

/** Depth limit, because rendering is recursive. Deeper parts are shown as source text. */
const MAX_DEPTH = 40
/** Limit of elements that a page renders. */
const MAX_ELEMENTS = 20_000
const COMMENT = /^<!--[\s\S]*-->\s*$/

/**
 * Parses Markdown (CommonMark with GitHub's tables, tasks and footnotes) to a tree for rendering. The content is
 * untrusted: HTML stays text, and link targets are not resolved here.
 *
 * @returns the blocks; `isCut` if the limit was exceeded
 */
export function parseMarkdown (text: string): { blocks: MarkdownNode[]; isCut: boolean } {
  const root = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const definitions = new Map<string, Definition>()
  /** Items of tight lists: by CommonMark, their texts are no paragraphs. */
  const tight = new Set<Nodes>()
  let left = MAX_ELEMENTS

  for (const node of root.children) {
    // By CommonMark, the first definition of a name applies.
    if (node.type === 'definition' && !definitions.has(node.identifier)) {
      definitions.set(node.identifier, node)
    }
  }

  const partsOf = ({ children }: Parents, depth: number): MarkdownNode[] =>
    children.flatMap((child) => made(child as Nodes, depth + 1) ?? [])
  const source = ({ position }: Nodes): string => text.slice(position?.start.offset, position?.end.offset)

  const made = (node: Nodes, depth: number): MarkdownNode | undefined => {
    if (left <= 0) {
      return undefined
    }
    left--

    if (node.type === 'text') {
      return node.value
    }

    if (node.type === 'html') {
      return COMMENT.test(node.value) ? undefined : depth === 1 ? { is: 'paragraph', parts: [node.value] } : node.value
    }

    if (depth > MAX_DEPTH) {
      return source(node)
    }

    const element = (is: MarkdownElement['is'], more: Omit<MarkdownElement, 'is' | 'parts'> = {}): MarkdownElement => ({
      is,
      parts: 'children' in node ? partsOf(node, depth) : [],
      ...more
    })

    switch (node.type) {
      case 'paragraph':
        return element('paragraph')
      case 'heading':
        return element('heading', { number: node.depth })
      case 'emphasis':
        return element('emphasis')
      case 'strong':
        return element('strong')
      case 'delete':
        return element('delete')
      case 'inlineCode':
        return { is: 'code', parts: [node.value] }
      case 'code':
        return { is: 'codeBlock', parts: [node.value] }
      case 'break':
        return element('break')
      case 'thematicBreak':
        return element('rule')
      case 'blockquote':
        return element('quote')
      case 'list': {
        if (node.spread !== true && !node.children.some(({ spread }) => spread === true)) {
          node.children.forEach((item) => tight.add(item))
        }
        return node.ordered === true ? element('numbered', { number: node.start ?? 1 }) : element('list')
      }
      case 'listItem': {
        const item = element('item', node.checked == null ? {} : { checked: node.checked })
        return tight.has(node)
          ? {
            ...item,
            parts: item.parts.map((part) =>
              typeof part === 'object' && part.is === 'paragraph' ? { ...part, is: 'group' } : part
            )
          }
          : item
      }
      case 'link':
        return element('link', { url: node.url })
      case 'image':
        return { is: 'image', parts: [node.alt ?? ''], url: node.url }
      case 'linkReference':
      case 'imageReference': {
        const url = definitions.get(node.identifier)?.url
        return url == null
          ? source(node)
          : node.type === 'linkReference'
          ? element('link', { url })
          : { is: 'image', parts: [node.alt ?? ''], url }
      }
      case 'footnoteReference':
        return { is: 'noteMark', parts: [node.label ?? node.identifier] }
      case 'footnoteDefinition':
        return {
          ...element('note'),
          parts: [{ is: 'noteMark', parts: [node.label ?? node.identifier] }, ...partsOf(node, depth)]
        }
      case 'table':
        return {
          is: 'table',
          parts: node.children.map((row): MarkdownNode => ({
            is: 'row',
            parts: row.children.map((cell, i): MarkdownNode => ({
              is: 'cell',
              parts: partsOf(cell, depth + 2),
              ...alignOf(node.align?.[i])
            }))
          }))
        }
      case 'definition':
        return undefined
      default:
        return element('group')
    }
  }

  const blocks = partsOf(root, 0)
  return { blocks, isCut: left <= 0 }
}

function alignOf (align: Align | null | undefined): { align?: Align } {
  return align == null ? {} : { align }
}
