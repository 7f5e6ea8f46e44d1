import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Matches relative imports, type imports included: a cycle of types couples files as much as a cycle of functions. */
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g

const imports = new Map()

function importsOf (file) {
  if (!imports.has(file)) {
    const text = existsSync(file) && /\.[jt]sx?$/.test(file) ? readFileSync(file, 'utf8') : ''
    imports.set(file, [...text.matchAll(IMPORT)].map(([, to]) => path.resolve(path.dirname(file), to)))
  }

  return imports.get(file)
}

/** Returns the shortest import cycle through a file, or undefined. */
export function circleOf (file) {
  const before = new Map([[file, undefined]])
  const queue = [file]

  for (const at of queue) {
    for (const next of importsOf(at)) {
      if (next === file) {
        const way = [file]
        for (let back = at; back !== file; back = before.get(back)) {
          way.unshift(back)
        }
        return [file, ...way]
      }

      if (!before.has(next)) {
        before.set(next, at)
        queue.push(next)
      }
    }
  }

  return undefined
}

/** A lint rule: no file may import itself, directly or through other files. */
export const noCircle = {
  meta: { type: 'problem', schema: [], messages: { circle: 'a circle of imports: {{way}}' } },

  create: (context) => ({
    Program (node) {
      const way = circleOf(context.filename)

      if (way != null) {
        context.report({
          node,
          messageId: 'circle',
          data: { way: way.map((file) => path.relative(context.cwd, file)).join(' → ') }
        })
      }
    }
  })
}
