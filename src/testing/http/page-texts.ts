import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

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
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  )
  const place = (node: ts.Node): string => `${name}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`
  const addText = (node: ts.Node, text: string): void => {
    if (!isExempt && !NAMES.has(text.trim())) {
      untranslated.push(`${place(node)} ${text.trim()}`)
    }
  }
  visit(source, false)

  function visit (node: ts.Node, inFunction: boolean): void {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) {
      return
    }

    if (isCallOf(node, ['t', 'tn', 'words'])) {
      visitTranslation(node, node.expression.text, inFunction)
      return
    }

    if (isNotForUsers(node)) {
      return
    }

    checkShown(node)
    const isFunction = ts.isFunctionLike(node)
    ts.forEachChild(node, (child) => {
      visit(child, inFunction || isFunction)
    })
  }

  function visitTranslation (call: ts.CallExpression, by: string, inFunction: boolean): void {
    if (!inFunction && by !== 'words') {
      early.push(place(call))
    }
    take(call, by)
    // The values may be words too.
    call.arguments.slice(by === 'tn' ? 3 : 1).forEach((argument) => {
      visit(argument, inFunction)
    })
  }

  /** Checks the values of a node that users read. */
  function checkShown (node: ts.Node): void {
    if (ts.isJsxText(node)) {
      if (LETTERS.test(node.text)) {
        addText(node, node.text)
      }
    } else if (ts.isJsxAttribute(node)) {
      if (SPOKEN.has(node.name.getText()) && node.initializer != null) {
        shown(ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer)
      }
    } else if (ts.isJsxExpression(node) && (ts.isJsxElement(node.parent) || ts.isJsxFragment(node.parent))) {
      shown(node.expression)
    } else if (ts.isBindingElement(node) && SPOKEN.has(node.name.getText())) {
      shown(node.initializer)
    } else if (ts.isPropertyAssignment(node) && PROPERTIES.has(node.name.getText())) {
      shown(node.initializer)
    } else if (isCallOf(node, ['say'])) {
      node.arguments.forEach(shown)
    } else if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && WORDS.test(literalText(node))) {
      addText(node, literalText(node))
    }
  }

  /** Checks an expression with a value that users read. */
  function shown (node: ts.Node | undefined): void {
    if (node == null) {
      return
    }

    if (ts.isParenthesizedExpression(node)) {
      shown(node.expression)
    } else if (ts.isConditionalExpression(node)) {
      shown(node.whenTrue)
      shown(node.whenFalse)
    } else if (ts.isBinaryExpression(node)) {
      if (node.operatorToken.kind !== ts.SyntaxKind.AmpersandAmpersandToken) {
        shown(node.left)
      }
      shown(node.right)
    } else if (
      (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && LETTERS.test(literalText(node)) &&
      !WORDS.test(literalText(node))
    ) {
      addText(node, literalText(node)) // texts of several words are always reported
    }
  }

  function take (call: ts.CallExpression, by: string): void {
    const [first, second] = call.arguments.slice(by === 'tn' ? 1 : 0)
    const values = call.arguments[by === 'tn' ? 3 : 1]
    const given = by === 'words' ? undefined : keysOf(values, by === 'tn' ? ['n'] : [])
    const parts = ts.isCallExpression(call.parent) && call.parent.expression.getText() === 'rich'
      ? keysOf(call.parent.arguments[1], [])
      : []
    const isFilledLater = ts.isConditionalExpression(call.parent)
    const all = given == null || parts == null || isFilledLater ? undefined : [...given, ...parts]

    for (const one of by === 'tn' ? [first] : literals(first)) {
      if (!ts.isStringLiteralLike(one)) {
        continue
      }
      translated.push(
        by === 'tn' && ts.isStringLiteralLike(second)
          ? { english: second.text, one: one.text, given: all, at: place(call) }
          : { english: one.text, given: all, at: place(call) }
      )
    }
  }
}

/** Returns whether a node calls one of some functions by its name. */
function isCallOf (
  node: ts.Node,
  names: readonly string[]
): node is ts.CallExpression & { expression: ts.Identifier } {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && names.includes(node.expression.text)
}

/** Returns whether users read no text of a node: error messages stay exact for developers, others are CSS selectors. */
function isNotForUsers (node: ts.Node): boolean {
  return (ts.isJsxAttribute(node) && UNREAD.has(node.name.getText())) ||
    (ts.isNewExpression(node) && /Error|DOMException/.test(node.expression.getText())) ||
    (ts.isCallExpression(node) && /\.(closest|querySelector)$/.test(node.expression.getText()))
}

/** Returns the text of a literal, without its expressions. */
function literalText (node: ts.StringLiteralLike | ts.TemplateExpression): string {
  return ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('')
    : node.text
}

function literals (node: ts.Node): ts.Node[] {
  return ts.isConditionalExpression(node) ? [...literals(node.whenTrue), ...literals(node.whenFalse)] : [node]
}

/**
 * Returns the keys of an object literal.
 *
 * @returns undefined if they cannot be determined
 */
function keysOf (node: ts.Node | undefined, more: readonly string[]): string[] | undefined {
  if (node == null) {
    return [...more]
  }
  if (!ts.isObjectLiteralExpression(node) || node.properties.some(ts.isSpreadAssignment)) {
    return undefined
  }
  return [...more, ...node.properties.map(({ name }) => name!.getText())]
}
