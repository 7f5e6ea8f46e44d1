// Syntax trees of JavaScript and TypeScript (ESTree, as typescript-eslint has it), parsed by the parser of Rolldown:
// the compiler, TypeScript 7, has no stable interface.
import { parseSync } from 'rolldown/utils'

/** Nodes with a name of TypeScript that hold code, not types. */
const WITH_CODE = /^TS(AsExpression|SatisfiesExpression|NonNullExpression|TypeAssertion|Enum|Module|ParameterProperty)/

/**
 * Parses a source.
 *
 * @param {string} file - its name, for the language
 * @param {string} text
 * @returns the program and its comments; positions are UTF-16 code units. Parenthesized expressions are nodes
 * @throws a SyntaxError, with the message and position of the first error
 */
export function parseSource (file, text) {
  const { program, comments, errors: [error] } = parseSync(file, text)

  if (error != null) {
    throw new SyntaxError(`${file}: ${error.codeframe ?? error.message}`)
  }

  return { program, comments }
}

/** Returns the children of a node, in the order of the source. */
export function childNodes (node) {
  return Object.values(node).flat().filter((value) => typeof value?.type === 'string')
    .sort((a, b) => a.start - b.start)
}

/** Returns whether a node is of types alone, and leaves no code. */
export function isType ({ type }) {
  return type.startsWith('TS') && !WITH_CODE.test(type)
}

/** Returns the line of a position, from 1. */
export function lineAt (text, position) {
  return text.slice(0, position).split('\n').length
}
