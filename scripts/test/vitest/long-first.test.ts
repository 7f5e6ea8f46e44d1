import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../root.mjs'
import { LONG } from './long-first.ts'

it('knows long files that exist', () => {
  expect(LONG.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
})
