import ts from 'typescript'

/**
 * @typedef {object} Mutant
 * @property {number} start - position in the file
 * @property {number} end
 * @property {string} text - replaces the text between them
 * @property {number} line - from 1
 * @property {string} what - the change in words
 */

const OPERATORS = new Map([
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.EqualsEqualsToken, '!='],
  [ts.SyntaxKind.ExclamationEqualsToken, '=='],
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+=']
])

/**
 * Lists small changes of a source file that its tests should notice: other operators, negated conditions, removed
 * statements, other numbers and booleans. Types, imports, messages of errors and logging are left alone.
 *
 * @param {string} file - its name, for the parser
 * @param {string} source
 * @returns {Mutant[]}
 */
export function mutants (file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found = []
  const add = (node, text, what, start = node.getStart(tree), end = node.end) => {
    const { line } = tree.getLineAndCharacterOfPosition(start)
    found.push({ start, end, text, line: line + 1, what })
  }

  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node)) {
      return
    }

    if (ts.isNewExpression(node) && node.expression.getText(tree).endsWith('Error')) {
      return
    }

    if (ts.isBinaryExpression(node)) {
      const operator = OPERATORS.get(node.operatorToken.kind)
      const isText = [node.left, node.right].some((side) =>
        ts.isStringLiteralLike(side) || ts.isTemplateExpression(side)
      )

      if (operator != null && !(isText && operator === '-')) {
        add(node.operatorToken, operator, `${node.operatorToken.getText(tree)} → ${operator}`)
      }
    } else if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition
      add(condition, `!(${condition.getText(tree)})`, 'negated condition')
    } else if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
      const other = node.kind === ts.SyntaxKind.TrueKeyword ? 'false' : 'true'
      add(node, other, `${node.getText(tree)} → ${other}`)
    } else if (ts.isNumericLiteral(node) && !ts.isEnumMember(node.parent)) {
      add(node, String(Number(node.text) + 1), `${node.text} → ${Number(node.text) + 1}`)
    } else if (ts.isExpressionStatement(node) && isEffect(node.expression)) {
      add(node, ';', `removed: ${node.getText(tree).split('\n')[0].slice(0, 60)}`)
    }

    ts.forEachChild(node, visit)
  }

  visit(tree)
  return found
}

/** Whether an expression stands for its effect: a call or an assignment, other than logging. */
function isEffect (expression) {
  const inner = ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression

  if (ts.isCallExpression(inner)) {
    return !/(^|\.|#)log(ger)?\b|\bsuper\b/.test(inner.expression.getText())
  }

  return ts.isBinaryExpression(inner) && inner.operatorToken.kind >= ts.SyntaxKind.FirstAssignment &&
    inner.operatorToken.kind <= ts.SyntaxKind.LastAssignment
}
