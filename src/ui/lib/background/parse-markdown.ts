import type {
  Definition,
  FootnoteDefinition,
  FootnoteReference,
  ImageReference,
  LinkReference,
  List,
  ListItem,
  Nodes,
  Parents,
  Root,
  Table
} from 'mdast'
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
  const tree = new MarkdownTree(text, root)
  return { blocks: tree.partsOf(root, 0), isCut: tree.isCut }
}

/** Elements that have nothing but their parts. */
const PLAIN: Partial<Record<Nodes['type'], MarkdownElement['is']>> = {
  paragraph: 'paragraph',
  emphasis: 'emphasis',
  strong: 'strong',
  delete: 'delete',
  break: 'break',
  thematicBreak: 'rule',
  blockquote: 'quote'
}

/** The tree for rendering, made from the syntax tree of a text. */
class MarkdownTree {
  readonly #text: string
  readonly #definitions = new Map<string, Definition>()
  /** Items of tight lists: by CommonMark, their texts are no paragraphs. */
  readonly #tight = new Set<Nodes>()
  #left = MAX_ELEMENTS

  constructor (text: string, root: Root) {
    this.#text = text

    for (const node of root.children) {
      // By CommonMark, the first definition of a name applies.
      if (node.type === 'definition' && !this.#definitions.has(node.identifier)) {
        this.#definitions.set(node.identifier, node)
      }
    }
  }

  /** whether elements are missing because there are too many */
  get isCut (): boolean {
    return this.#left <= 0
  }

  partsOf ({ children }: Parents, depth: number): MarkdownNode[] {
    return children.flatMap((child) => this.#part(child as Nodes, depth + 1) ?? [])
  }

  #part (node: Nodes, depth: number): MarkdownNode | undefined {
    if (this.isCut) {
      return undefined
    }
    this.#left--

    if (node.type === 'text') {
      return node.value
    }

    if (node.type === 'html') {
      return htmlSource(node.value, depth)
    }

    return depth > MAX_DEPTH ? this.#source(node) : this.#made(node, depth)
  }

  #made (node: Nodes, depth: number): MarkdownNode | undefined {
    switch (node.type) {
      case 'heading':
        return { ...this.#element('heading', node, depth), number: node.depth }
      case 'inlineCode':
        return { is: 'code', parts: [node.value] }
      case 'code':
        return { is: 'codeBlock', parts: [node.value] }
      case 'list':
        return this.#list(node, depth)
      case 'listItem':
        return this.#item(node, depth)
      case 'link':
        return { ...this.#element('link', node, depth), url: node.url }
      case 'image':
        return { is: 'image', parts: [node.alt ?? ''], url: node.url }
      case 'linkReference':
      case 'imageReference':
        return this.#reference(node, depth)
      case 'footnoteReference':
        return noteMark(node)
      case 'footnoteDefinition':
        return { is: 'note', parts: [noteMark(node), ...this.partsOf(node, depth)] }
      case 'table':
        return this.#table(node, depth)
      case 'definition':
        return undefined
      default:
        return this.#element(PLAIN[node.type] ?? 'group', node, depth)
    }
  }

  #element (is: MarkdownElement['is'], node: Nodes, depth: number): MarkdownElement {
    return { is, parts: 'children' in node ? this.partsOf(node, depth) : [] }
  }

  #source ({ position }: Nodes): string {
    return this.#text.slice(position?.start.offset, position?.end.offset)
  }

  #list (node: List, depth: number): MarkdownElement {
    if (node.spread !== true && !node.children.some(({ spread }) => spread === true)) {
      node.children.forEach((item) => this.#tight.add(item))
    }

    return node.ordered === true
      ? { ...this.#element('numbered', node, depth), number: node.start ?? 1 }
      : this.#element('list', node, depth)
  }

  #item (node: ListItem, depth: number): MarkdownElement {
    const item = this.#element('item', node, depth)
    return {
      ...item,
      ...node.checked == null ? {} : { checked: node.checked },
      parts: this.#tight.has(node)
        ? item.parts.map((part) =>
          typeof part === 'object' && part.is === 'paragraph' ? { ...part, is: 'group' } : part
        )
        : item.parts
    }
  }

  /** Makes a link or image whose URL is in a definition; without one, it is its source. */
  #reference (node: LinkReference | ImageReference, depth: number): MarkdownNode {
    const url = this.#definitions.get(node.identifier)?.url

    if (url == null) {
      return this.#source(node)
    }

    return node.type === 'linkReference'
      ? { ...this.#element('link', node, depth), url }
      : { is: 'image', parts: [node.alt ?? ''], url }
  }

  #table (node: Table, depth: number): MarkdownElement {
    return {
      is: 'table',
      parts: node.children.map((row): MarkdownNode => ({
        is: 'row',
        parts: row.children.map((cell, i): MarkdownNode => ({
          is: 'cell',
          parts: this.partsOf(cell, depth + 2),
          ...alignOf(node.align?.[i])
        }))
      }))
    }
  }
}

/** Returns HTML as its source; undefined for a comment. */
function htmlSource (html: string, depth: number): MarkdownNode | undefined {
  if (COMMENT.test(html)) {
    return undefined
  }

  return depth === 1 ? { is: 'paragraph', parts: [html] } : html
}

function noteMark ({ label, identifier }: FootnoteReference | FootnoteDefinition): MarkdownElement {
  return { is: 'noteMark', parts: [label ?? identifier] }
}

function alignOf (align: Align | null | undefined): { align?: Align } {
  return align == null ? {} : { align }
}
