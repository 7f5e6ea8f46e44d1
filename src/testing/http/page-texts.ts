import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ESTree } from 'rolldown/utils'
import { childNodes, isType, lineAt, parseSource } from '../../../scripts/syntax-tree.mjs'

type Node = ESTree.Node
type Text = ESTree.StringLiteral | ESTree.TemplateLiteral
/** A call of a function by its name. */
type NamedCall = ESTree.CallExpression & { callee: ESTree.IdentifierReference }

/** A text of the page: its English source, in the plural if it depends on a number. */
export interface PageText {
  english: string
  /** the singular, if it depends on a number */
  one?: string
  /** names of the given placeholders; undefined if they cannot be determined */
  given?: readonly string[]
  /** `file:line` */
  at: string
}

export interface PageTexts {
  translated: PageText[]
  /** texts that look like words for users, and are not translated */
  untranslated: string[]
  /** texts that are evaluated when their module loads, and so ignore a later choice of language */
  early: string[]
}

/** Attributes of elements and of our components with text that users read or hear. */
const SPOKEN = new Set(['aria-label', 'title', 'placeholder', 'alt', 'label', 'what', 'note', 'button', 'data-name'])
const PROPERTIES = new Set(['what', 'next', 'why', 'label', 'button', 'title', 'done', 'doing'])
const UNREAD = new Set(['class', 'd', 'viewBox', 'accept', 'rel', 'line'])

/** Names that are equal in every language. */
const NAMES = new Set([
  'swipfs',
  '&lt;/&gt;',
  'Ed25519',
  'RSA',
  'auto',
  '/…/p2p/12D3Koo…',
  'ipfs id',
  'ipfs pin ls --type=recursive',
  'CAR'
])

const LETTERS = /\p{L}{2,}/u
const WORDS = /\p{L}{2,}[,:;.]? \p{L}/u

/**
 * Extracts the texts from the sources of the page.
 *
 * @param exempt - files without texts for users, or only for supporters
 */
export function pageTexts (folder: string, exempt: RegExp): PageTexts {
  const texts: PageTexts = { translated: [], untranslated: [], early: [] }

  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!/\.tsx?$/.test(name) || /\.test\.tsx?$|\.d\.ts$/.test(name)) {
      continue
    }
    readTexts(path.join(folder, name), name, texts, exempt.test(name))
  }

  return texts
}

function readTexts (
  file: string,
  name: string,
  { translated, untranslated, early }: PageTexts,
  isExempt: boolean
): void {
  const text = readFileSync(file, 'utf8')
  const textOf = ({ start, end }: Node): string => text.slice(start, end)
  const place = (node: Node): string => `${name}:${lineAt(text, node.start + textOf(node).search(/\S/))}`
  const addText = (node: Node, text: string): void => {
    if (!isExempt && !NAMES.has(text.trim())) {
      untranslated.push(`${place(node)} ${text.trim()}`)
    }
  }
  visit(parseSource(file, text).program, undefined, false)

  function visit (node: Node, parent: Node | undefined, inFunction: boolean): void {
    if (node.type === 'ImportDeclaration' || isType(node)) {
      return
    }

    if (isCallOf(node, ['t', 'tn', 'words'])) {
      visitTranslation(node, parent, inFunction)
      return
    }

    if (isNotForUsers(node)) {
      return
    }

    checkShown(node, parent)
    childNodes(node).forEach((child) => {
      visit(child, node, inFunction || isFunction(node))
    })
  }

  function visitTranslation (call: NamedCall, parent: Node | undefined, inFunction: boolean): void {
    const by = call.callee.name

    if (!inFunction && by !== 'words') {
      early.push(place(call))
    }
    take(call, parent)
    // The values may be words too.
    call.arguments.slice(by === 'tn' ? 3 : 1).forEach((argument) => {
      visit(argument, call, inFunction)
    })
  }

  /** Checks the values of a node that users read. */
  function checkShown (node: Node, parent: Node | undefined): void {
    if (node.type === 'JSXText') {
      if (LETTERS.test(textOf(node))) {
        addText(node, textOf(node))
      }
    } else if (isText(node)) {
      if (WORDS.test(literalText(node))) {
        addText(node, literalText(node))
      }
    } else if (isCallOf(node, ['say'])) {
      node.arguments.forEach(shown)
    } else {
      shown(shownValue(node, parent))
    }
  }

  /** Returns the value of an attribute, a property or an element's expression that users read. */
  function shownValue (node: Node, parent: Node | undefined): Node | null | undefined {
    switch (node.type) {
      case 'JSXAttribute': {
        const value = node.value?.type === 'JSXExpressionContainer' ? node.value.expression : node.value
        return SPOKEN.has(textOf(node.name)) ? value : undefined
      }
      case 'JSXExpressionContainer':
        return parent?.type === 'JSXElement' || parent?.type === 'JSXFragment' ? node.expression : undefined
      case 'AssignmentPattern':
        return (parent?.type === 'Property' || parent?.type === 'ArrayPattern') && SPOKEN.has(textOf(node.left))
          ? node.right
          : undefined
      case 'Property':
        return parent?.type === 'ObjectExpression' && PROPERTIES.has(textOf(node.key)) ? node.value : undefined
      default:
        return undefined
    }
  }

  /** Checks an expression with a value that users read. */
  function shown (node: Node | null | undefined): void {
    if (node == null) {
      return
    }

    if (node.type === 'ParenthesizedExpression') {
      shown(node.expression)
    } else if (node.type === 'ConditionalExpression') {
      shown(node.consequent)
      shown(node.alternate)
    } else if (node.type === 'LogicalExpression' || node.type === 'BinaryExpression') {
      if (node.operator !== '&&') {
        shown(node.left)
      }
      shown(node.right)
    } else if (isText(node) && LETTERS.test(literalText(node)) && !WORDS.test(literalText(node))) {
      addText(node, literalText(node)) // texts of several words are always reported
    }
  }

  function take (call: NamedCall, parent: Node | undefined): void {
    const by = call.callee.name
    const [first, second] = call.arguments.slice(by === 'tn' ? 1 : 0)
    const values = call.arguments[by === 'tn' ? 3 : 1]
    const given = by === 'words' ? undefined : keysOf(values, by === 'tn' ? ['n'] : [])
    const parts = parent != null && isCallOf(parent, ['rich']) ? keysOf(parent.arguments[1], []) : []
    const isFilledLater = parent?.type === 'ConditionalExpression'
    const all = given == null || parts == null || isFilledLater ? undefined : [...given, ...parts]

    for (const one of by === 'tn' ? [first] : literals(first)) {
      if (!isPlainText(one)) {
        continue
      }
      translated.push(
        by === 'tn' && isPlainText(second)
          ? { english: literalText(second), one: literalText(one), given: all, at: place(call) }
          : { english: literalText(one), given: all, at: place(call) }
      )
    }
  }

  /** Returns whether users read no text of a node: error messages stay exact for developers, others are selectors. */
  function isNotForUsers (node: Node): boolean {
    return (node.type === 'JSXAttribute' && UNREAD.has(textOf(node.name))) ||
      (node.type === 'NewExpression' && /Error|DOMException/.test(textOf(node.callee))) ||
      (node.type === 'CallExpression' && /\.(closest|querySelector)$/.test(textOf(node.callee)))
  }

  /**
   * Returns the keys of an object literal.
   *
   * @returns undefined if they cannot be determined
   */
  function keysOf (node: Node | undefined, more: readonly string[]): string[] | undefined {
    if (node == null) {
      return [...more]
    }
    if (node.type !== 'ObjectExpression') {
      return undefined
    }

    const keys = node.properties.map((property) => property.type === 'Property' ? textOf(property.key) : undefined)
    return keys.includes(undefined) ? undefined : [...more, ...keys as string[]]
  }
}

/** Returns whether a node calls one of some functions by its name. */
function isCallOf (node: Node, names: readonly string[]): node is NamedCall {
  return node.type === 'CallExpression' && node.callee.type === 'Identifier' && names.includes(node.callee.name)
}

function isFunction ({ type }: Node): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

function isText (node: Node): node is Text {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
}

/** Returns whether a node is a text without expressions. */
function isPlainText (node: Node): node is Text {
  return isText(node) && (node.type === 'Literal' || node.expressions.length === 0)
}

/** Returns the text of a literal, without its expressions. */
function literalText (node: Text): string {
  return node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.cooked).join('') : node.value
}

function literals (node: Node): Node[] {
  return node.type === 'ConditionalExpression' ? [...literals(node.consequent), ...literals(node.alternate)] : [node]
}
