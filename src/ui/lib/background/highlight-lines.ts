import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import dockerfile from 'highlight.js/lib/languages/dockerfile'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import kotlin from 'highlight.js/lib/languages/kotlin'
import lua from 'highlight.js/lib/languages/lua'
import makefile from 'highlight.js/lib/languages/makefile'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import scss from 'highlight.js/lib/languages/scss'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'

const GRAMMARS = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  dockerfile,
  go,
  ini,
  java,
  javascript,
  kotlin,
  lua,
  makefile,
  php,
  python,
  ruby,
  rust,
  scss,
  sql,
  swift,
  typescript,
  xml,
  yaml
}

export type CodeLanguage = keyof typeof GRAMMARS

/** Class of a token in the style sheet. */
export type TokenClass =
  | 'added'
  | 'comment'
  | 'keyword'
  | 'meta'
  | 'name'
  | 'number'
  | 'property'
  | 'removed'
  | 'string'
  | 'type'

/** A part of a line: plain text, or text with its class. */
export type CodeToken = string | readonly [text: string, of: TokenClass]

/** Scopes of highlight.js (https://highlightjs.readthedocs.io/en/latest/css-classes-reference.html) by class. */
const SCOPES: Readonly<Record<TokenClass, string>> = {
  added: 'addition',
  comment: 'comment quote doctag',
  keyword: 'keyword selector-tag operator template-tag',
  meta: 'meta section',
  name: 'title name selector-id selector-class',
  number: 'number literal symbol bullet',
  property: 'attr attribute property variable template-variable selector-attr selector-pseudo',
  removed: 'deletion',
  string: 'string regexp char link code',
  type: 'type built_in class'
}

const CLASS_OF = new Map(
  Object.entries(SCOPES).flatMap(([name, scopes]) => scopes.split(' ').map((scope) => [scope, name as TokenClass]))
)

const PREFIX = 'hljs-'

const lowlight = createLowlight(GRAMMARS)

type Tree = ReturnType<typeof lowlight.highlight>['children'][number]

/** Splits a text into lines of tokens. The texts of all tokens, joined with line ends, are the text itself. */
export function highlightLines (text: string, language: CodeLanguage): CodeToken[][] {
  const lines: CodeToken[][] = [[]]

  function add (nodes: readonly Tree[], of: TokenClass | undefined): void {
    for (const node of nodes) {
      if (node.type === 'element') {
        add(node.children, classOf(node.properties.className) ?? of)
      } else if (node.type === 'text') {
        addText(node.value, of)
      }
    }
  }

  function addText (value: string, of: TokenClass | undefined): void {
    value.split('\n').forEach((part, i) => {
      if (i > 0) {
        lines.push([])
      }
      if (part !== '') {
        lines.at(-1)!.push(of == null ? part : [part, of])
      }
    })
  }

  add(lowlight.highlight(language, text).children, undefined)
  return lines
}

/** @param names - such as `hljs-title function_` */
function classOf (names: unknown): TokenClass | undefined {
  const scope = Array.isArray(names) ? String(names[0]) : ''
  return CLASS_OF.get(scope.startsWith(PREFIX) ? scope.slice(PREFIX.length) : scope)
}
