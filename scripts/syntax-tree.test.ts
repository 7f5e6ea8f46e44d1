import { expect, it } from 'vitest'
import { childNodes, isType, lineAt, parseSource } from './syntax-tree.mjs'

/** Returns the types of all nodes that hold code. */
const codeIn = (text: string): string[] => {
  const visit = (node: Parameters<typeof childNodes>[0]): string[] =>
    isType(node) ? [] : [node.type, ...childNodes(node).flatMap(visit)]
  return visit(parseSource('a.tsx', text).program).slice(1)
}

it('children are in the order of the source', () => {
  const { program } = parseSource('a.ts', '`${a}b${c}`')
  const template = childNodes(childNodes(program)[0])[0]
  const kinds = childNodes(template).map(({ type }) => type)
  expect(kinds).toEqual(['TemplateElement', 'Identifier', 'TemplateElement', 'Identifier', 'TemplateElement'])
})

it('types hold no code, and expressions with types do', () => {
  expect(codeIn('type A = 1; interface B<T extends 2> { c: 3 }')).toEqual([])
  expect(codeIn('a as 1')).toEqual(['ExpressionStatement', 'TSAsExpression', 'Identifier'])
  expect(codeIn('enum A { b = 1 }')).toContain('Literal')
  expect(codeIn('class A { constructor (private a = 1) {} }')).toContain('AssignmentPattern')
})

it('positions are code units of the text', () => {
  const text = "'😀é'\n+ a"
  const { program, comments } = parseSource('a.ts', `${text} // c`)
  expect(text.slice(program.body[0].start, program.body[0].end)).toBe(text)
  expect(comments).toMatchObject([{ value: ' c', start: text.length + 1 }])
  expect(lineAt(text, text.indexOf('+'))).toBe(2)
})

it('a source with a syntax error is refused, with its place', () => {
  expect(() => parseSource('a.ts', 'let a =\n\n)')).toThrow(/a\.ts:3/)
})
