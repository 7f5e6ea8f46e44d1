import { expect, test } from 'vitest'
import { jsonDiff } from './json-diff.ts'

test('two objects side by side', () => {
  const before = { same: 1, other: 'a', gone: [1], list: [1, 2, 3], deep: { x: { y: 1 } }, kind: {} }
  const after = { same: 1, other: 'b', list: [1, 4], deep: { x: { y: 1, z: null } }, kind: [], added: '<' }

  expect(jsonDiff(before, after)).toBe(`{
\x1b[32m<< "added": "\\u003c",\x1b[0m
"deep": {
    "x": {
        "y": 1,
\x1b[32m        << "z": null\x1b[0m
        }
    },
\x1b[31m>> "gone": [1],\x1b[0m
\x1b[33m<> "kind": {},
** "kind": [],\x1b[0m
"list": {
    "": 1,
\x1b[33m    <> "": 2,
    ** "": 4,\x1b[0m
\x1b[31m    >> "": 3\x1b[0m
    },
\x1b[33m<> "other": "a",
** "other": "b",\x1b[0m
"same": 1
}`)
})
