import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COMPARISON =
  /\bname\)? ?[!=]== ?'\w+Error'|'\w+Error' ?[!=]== ?[\w.]*\bname\b|\bcase '\w+Error'|\bname [!=]== \w+Error\.name/

test('no code compares the name of an error with a text: isError does', () => {
  const found = ['src', 'sw', 'edge'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$|testing/.test(name))
      .flatMap((name) =>
        readFileSync(path.join(ROOT, name), 'utf8').split('\n')
          // Examples for users in doc comments have no isError.
          .filter((line) => !line.trimStart().startsWith('*') && COMPARISON.test(line))
          .map((line) => `${name}: ${line.trim()}`)
      )
  )
  expect(found).toEqual([])
})
