import { childNodes, isType, lineAt, parseSource } from '../syntax-tree.mjs'

/**
 * @typedef {object} Mutant
 * @property {number} start - position in the file
 * @property {number} end
 * @property {string} text - replaces the text between them
 * @property {number} line - from 1
 * @property {string} what - the change in words
 */

const OPERATORS = new Map([
  ['===', '!=='],
  ['!==', '==='],
  ['==', '!='],
  ['!=', '=='],
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['&&', '||'],
  ['||', '&&'],
  ['+', '-'],
  ['-', '+'],
  ['+=', '-='],
  ['-=', '+=']
])

/**
 * Lists small changes of a source file that its tests should notice: other operators, negated conditions, removed
 * statements, other numbers and booleans. Types, imports, messages of errors and logging are left alone.
 *
 * @param {string} file - its name, for the parser
 * @param {string} source
 * @returns {Mutant[]}
 * @throws a SyntaxError if the source cannot be parsed
 */
export function mutants (file, source) {
  const { program, comments } = parseSource(file, source)
  // An operator has no position in the tree. It stands between its sides, where only comments could look like it.
  const code = comments.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    source
  )
  const textOf = ({ start, end }) => source.slice(start, end)
  const found = []
  const add = ({ start, end }, text, what) => {
    found.push({ start, end, text, line: lineAt(source, start), what })
  }

  const visit = (node, parent) => {
    if (isLeftAlone(node, parent, textOf)) {
      return
    }

    if ('operator' in node && 'left' in node) {
      const operator = OPERATORS.get(node.operator)

      if (operator != null && !(operator === '-' && (isText(node.left) || isText(node.right)))) {
        const start = code.indexOf(node.operator, node.left.end)
        add({ start, end: start + node.operator.length }, operator, `${node.operator} → ${operator}`)
      }
    } else if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') {
      add(node.test, `!(${textOf(node.test)})`, 'negated condition')
    } else if (node.type === 'ExpressionStatement' && isEffect(node.expression, textOf)) {
      add(node, ';', `removed: ${textOf(node).split('\n')[0].slice(0, 60)}`)
    } else if (node.type === 'Literal') {
      const other = otherValue(node, parent)

      if (other != null) {
        add(node, `${other}`, `${node.value} → ${other}`)
      }
    }

    childNodes(node).forEach((child) => visit(child, node))
  }

  visit(program)
  return found
}

/** Whether tests need not notice changes inside of a node: types, imports and messages of errors. */
function isLeftAlone (node, parent, textOf) {
  return isType(node) || node.type === 'ImportDeclaration' || node === parent?.superClass ||
    (node.type === 'NewExpression' && textOf(node.callee).endsWith('Error'))
}

/** Returns another boolean or number for a literal. */
function otherValue ({ value }, parent) {
  if (typeof value === 'boolean') {
    return !value
  }

  return typeof value === 'number' && parent.type !== 'TSEnumMember' ? value + 1 : undefined
}

function isText ({ type, value }) {
  return type === 'TemplateLiteral' || typeof value === 'string'
}

/** Whether an expression stands for its effect: a call or an assignment, other than logging. */
function isEffect (expression, textOf) {
  switch (expression.type) {
    case 'AwaitExpression':
      return isEffect(expression.argument, textOf)
    case 'UnaryExpression':
      return expression.operator === 'void' && isEffect(expression.argument, textOf)
    case 'ChainExpression':
      return isEffect(expression.expression, textOf)
    case 'CallExpression':
      return !/(^|\.|#)log(ger)?\b|\bsuper\b/.test(textOf(expression.callee))
    default:
      return expression.type === 'AssignmentExpression' || expression.type === 'ImportExpression'
  }
}
