import { escapeHtml } from '../../../http/response/escape-html.ts'
import type { IpldNode } from '../../../ipld/data-model/ipld-node.ts'
import { cidLink } from '../page/cid-link.ts'
import type { PageOrigin } from '../page/page-origin.ts'

/** Maximum depth and length of a rendered value. Values can be nested thousands of levels deep. */
const MAX_DEPTH = 64
const MAX_CHARS = 256 * 1024

/** Renders a value of the IPLD data model as indented HTML with links to follow. Truncates long values. */
export function dagTree (node: IpldNode, origin: PageOrigin): string {
  const tree = new Tree(origin)
  tree.add(node, '', 0)
  return tree.full ? `${tree.html}\n…` : tree.html
}

class Tree {
  html = ''
  readonly #origin: PageOrigin

  constructor (origin: PageOrigin) {
    this.#origin = origin
  }

  get full (): boolean {
    return this.html.length > MAX_CHARS
  }

  add (node: IpldNode | undefined, indent: string, depth: number): void {
    if (this.full) {
      return
    }

    if (node == null || typeof node === 'boolean') {
      this.html += String(node ?? null)
    } else if (typeof node === 'number' || typeof node === 'bigint') {
      this.html += node.toString()
    } else if (typeof node === 'string') {
      this.html += escapeHtml(JSON.stringify(node))
    } else if (node instanceof Uint8Array) {
      this.html += `<i>${node.length} bytes</i>`
    } else if (node instanceof Map) {
      this.#members(
        '{',
        '}',
        [...node].map(([key, value]) => [`${escapeHtml(JSON.stringify(key))}: `, value]),
        indent,
        depth
      )
    } else if (Array.isArray(node)) {
      this.#members('[', ']', node.map((value) => ['', value]), indent, depth)
    } else {
      const cid = escapeHtml(node.toString())
      this.html += `<a ${cidLink(cid, this.#origin)} translate="no">${cid}</a>`
    }
  }

  #members (
    open: string,
    close: string,
    members: Array<[label: string, value: IpldNode | undefined]>,
    indent: string,
    depth: number
  ): void {
    if (members.length === 0 || depth >= MAX_DEPTH) {
      this.html += members.length === 0 ? open + close : '…'
      return
    }

    this.html += open

    for (const [i, [label, value]] of members.entries()) {
      if (this.full) {
        return
      }

      this.html += `${i === 0 ? '' : ','}\n${indent}  ${label}`
      this.add(value, `${indent}  `, depth + 1)
    }

    this.html += `\n${indent}${close}`
  }
}
