/** How a cell of a table stands in its column. */
export type Align = 'left' | 'right' | 'center'

/**
 * A part of a Markdown text as the page can draw it: what it is, and its parts. There is no HTML in it, and its links are as they are
 * written: `linkTarget` says where they lead.
 */
export interface MarkdownElement {
  /** a `group` is its parts alone, as the text of an item of a tight list */
  is: 'paragraph' | 'heading' | 'emphasis' | 'strong' | 'delete' | 'code' | 'codeBlock' | 'break' | 'rule' | 'quote' | 'list' | 'numbered' | 'item' | 'link' | 'image' | 'table' | 'row' | 'cell' | 'note' | 'noteMark' | 'group'
  parts: MarkdownNode[]
  /** of a heading, 1 to 6; of a numbered list its first number */
  number?: number
  /** of a link or an image, as it is written */
  url?: string
  /** of a cell */
  align?: Align
  /** of an item that is a task: whether it is done */
  checked?: boolean
}

export type MarkdownNode = string | MarkdownElement
