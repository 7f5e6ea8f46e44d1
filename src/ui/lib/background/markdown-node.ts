/** Alignment of a table cell. */
export type Align = 'left' | 'right' | 'center'

/**
 * An element of a Markdown text for rendering: its type and its children. It contains no HTML, and links are as
 * written; `linkTarget` resolves them.
 */
export interface MarkdownElement {
  /** a `group` only has children, such as the text of an item of a tight list */
  is:
    | 'paragraph'
    | 'heading'
    | 'emphasis'
    | 'strong'
    | 'delete'
    | 'code'
    | 'codeBlock'
    | 'break'
    | 'rule'
    | 'quote'
    | 'list'
    | 'numbered'
    | 'item'
    | 'link'
    | 'image'
    | 'table'
    | 'row'
    | 'cell'
    | 'note'
    | 'noteMark'
    | 'group'
  parts: MarkdownNode[]
  /** level of a heading, 1 to 6; first number of a numbered list */
  number?: number
  /** URL of a link or an image, as it is written */
  url?: string
  /** alignment of a cell */
  align?: Align
  /** whether a task item is done */
  checked?: boolean
}

export type MarkdownNode = string | MarkdownElement
