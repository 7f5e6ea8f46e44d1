import { describe, expect, test } from 'vitest'
import type { MarkdownNode } from '../../lib/background/markdown-node.ts'
import { parseMarkdown } from '../../lib/background/parse-markdown.ts'
import { headingName } from './heading-name.ts'
import { linkTarget } from './link-target.ts'

const kinds = (node: MarkdownNode): unknown => typeof node === 'string' ? node : [node.is, ...node.parts.map(kinds)]
const depth = (node: MarkdownNode): number => typeof node === 'string' ? 0 : 1 + Math.max(0, ...node.parts.map(depth))
const all = (nodes: readonly MarkdownNode[]): MarkdownNode[] =>
  nodes.flatMap((node) => [node, ...typeof node === 'string' ? [] : all(node.parts)])

describe('parseMarkdown', () => {
  test('parses blocks and their content', () => {
    const { blocks, isCut } = parseMarkdown(
      '# A *b*\n\n3. x\n4. `y`\n\n- [x] done\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n~~old~~[^1]\n\n[^1]: a note'
    )
    expect(isCut).toBe(false)
    expect(blocks.map(kinds)).toEqual([
      ['heading', 'A ', ['emphasis', 'b']],
      ['numbered', ['item', ['group', 'x']], ['item', ['group', ['code', 'y']]]],
      ['list', ['item', ['group', 'done']]],
      ['table', ['row', ['cell', 'a'], ['cell', 'b']], ['row', ['cell', '1'], ['cell', '2']]],
      ['paragraph', ['delete', 'old'], ['noteMark', '1']],
      ['note', ['noteMark', '1'], ['paragraph', 'a note']]
    ])
    expect(blocks[0]).toMatchObject({ number: 1 })
    expect(blocks[1]).toMatchObject({ number: 3 })
    expect(all(blocks)).toContainEqual(expect.objectContaining({ is: 'item', checked: true }))
    expect(all(blocks)).toContainEqual({ is: 'cell', parts: ['2'], align: 'right' })
  })

  test('makes list items paragraphs only if empty lines separate them', () => {
    expect(parseMarkdown('- a\n- b\n  - c').blocks.map(kinds)).toEqual([['list', ['item', ['group', 'a']], ['item', [
      'group',
      'b'
    ], ['list', ['item', ['group', 'c']]]]]])
    expect(parseMarkdown('- a\n\n- b').blocks.map(kinds)).toEqual([['list', ['item', ['paragraph', 'a']], ['item', [
      'paragraph',
      'b'
    ]]]])
  })

  test('keeps HTML as text, and drops comments', () => {
    const { blocks } = parseMarkdown('<script>alert(1)</script>\n\n<!-- hidden -->\n\na <b onclick="x()">c</b>')
    expect(blocks.map(kinds)).toEqual([['paragraph', '<script>alert(1)</script>'], [
      'paragraph',
      'a ',
      '<b onclick="x()">',
      'c',
      '</b>'
    ]])
  })

  test('resolves links by name, by their first definition', () => {
    const { blocks } = parseMarkdown('[a][x] ![p][x] [b][y]\n\n[x]: one.md\n[x]: two.md')
    expect(all(blocks).filter((node) => typeof node === 'object' && node.url != null)).toEqual([{
      is: 'link',
      parts: ['a'],
      url: 'one.md'
    }, { is: 'image', parts: ['p'], url: 'one.md' }])
    expect(kinds(blocks[0])).toContain(' [b][y]')
  })

  test.each([
    ['quotes in quotes', `${'>'.repeat(500)} last`],
    ['lists in lists', Array.from({ length: 100 }, (_, i) => `${' '.repeat(2 * i)}- last`).join('\n')],
    ['emphasis in emphasis', `${'*a **b '.repeat(500)}${'c** last*'.repeat(500)}`]
  ])('keeps parts that are nested too deep as source text: %s', (_, text) => {
    const { blocks } = parseMarkdown(text)
    expect(Math.max(...blocks.map(depth))).toBeLessThanOrEqual(45)
    expect(JSON.stringify(blocks)).toMatch(/(?:[>*]{2}|- ).*last/)
  })

  test('truncates too many elements, and reports it', () => {
    // Three elements each; the parser needs four times as long for twice as many.
    const { blocks, isCut } = parseMarkdown('*a* '.repeat(8_000))
    expect(isCut).toBe(true)
    expect(all(blocks).length).toBeLessThanOrEqual(20_001)
  })
})

describe('linkTarget', () => {
  const ROOT = '/ipfs/bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
  const of = (url: string): unknown => linkTarget(url, `${ROOT}/docs/a b/readme.md`)

  test.each([
    ['x.png', `${ROOT}/docs/a b/x.png`],
    ['./x%20y.md?raw=true#part', `${ROOT}/docs/a b/x y.md`],
    ['../../logo.svg', `${ROOT}/logo.svg`],
    ['..\\x.md', `${ROOT}/docs/x.md`],
    ['../', `${ROOT}/docs`]
  ])('%s is in the same content', (url, path) => {
    expect(of(url)).toEqual({ is: 'own', path })
  })

  test.each([
    ['/ipfs/bafkqaaa/x', '/ipfs/bafkqaaa/x'],
    ['ipfs://bafkqaaa/x%20y', '/ipfs/bafkqaaa/x y'],
    ['ipns://example.org', '/ipns/example.org']
  ])('%s is other content', (url, path) => {
    expect(of(url)).toEqual({ is: 'content', path })
  })

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://x/y',
    '../../../other',
    '../../../../../api/v0/id',
    '/api/v0/id',
    '%2e%2e/%2e%2e/%2e%2e/api/v0/id',
    '/sw.js',
    'x%',
    'http://'
  ])('%j has no target', (url) => {
    expect(of(url)).toEqual({ is: 'none' })
  })

  test('recognizes web links in any notation', () => {
    expect(of('https://example.org/a')).toEqual({ is: 'web', url: 'https://example.org/a', host: 'example.org' })
    expect(of('//example.org/ipfs/x')).toMatchObject({ is: 'web', host: 'example.org' })
    expect(of('\\\\example.org')).toMatchObject({ is: 'web', host: 'example.org' })
    expect(of('mailto:a@example.org')).toMatchObject({ is: 'web', host: 'a@example.org' })
  })

  test('finds nothing next to a bare file', () => {
    expect(linkTarget('x.png', ROOT)).toEqual({ is: 'none' })
    expect(linkTarget('#a%20b', ROOT)).toEqual({ is: 'heading', name: 'a b' })
  })
})

test('headingName returns the anchors of GitHub', () => {
  const [heading] = parseMarkdown('## What is `it`? Größe_1 – yes').blocks
  expect(headingName(heading)).toBe('what-is-it-größe_1--yes')
})
