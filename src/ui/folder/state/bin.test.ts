import { afterEach, expect, test, vi } from 'vitest'
import { restore } from './bin.ts'

vi.mock('../../client/node.ts', () => ({ whenReady: async () => {}, whenReadyOrFailed: async () => {} }))

const DELETION = '/.bin/1790000000000 0 %2F'
const ITEM = {
  key: `${DELETION}/a.txt`,
  path: `${DELETION}/a.txt`,
  from: '/',
  name: 'a.txt',
  cid: 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq',
  kind: 'text',
  size: 3,
  modified: undefined,
  folded: 'a.txt'
} as const

afterEach(() => {
  vi.unstubAllGlobals()
})

/**
 * Mocks a node whose Bin has one deletion.
 *
 * @param list - the answer to `files/ls` of that deletion
 * @returns the commands that change something, in order
 */
function mockNode (list: () => Response): string[] {
  const changes: string[] = []
  vi.stubGlobal('fetch', async (target: string) => {
    const { pathname, searchParams } = new URL(target, 'http://localhost')
    const command = pathname.slice('/api/v0/'.length)
    if (command === 'files/ls') {
      return searchParams.get('arg') === DELETION ? list() : Response.json({ Entries: null })
    }
    if (command !== 'files/stat') { // The open folder is displayed again.
      changes.push(command)
    }
    return new Response(null)
  })
  return changes
}

test('restoring the last item of a deletion removes its empty folder', async () => {
  const changes = mockNode(() => Response.json({ Entries: null }))
  await restore([ITEM])
  expect(changes).toEqual(['files/mkdir', 'files/mv', 'files/rm'])
})

test('a deletion that cannot be listed keeps its other items', async () => {
  const changes = mockNode(() =>
    Response.json({ Message: 'context deadline exceeded', Code: 0, Type: 'error' }, { status: 500 })
  )
  await restore([ITEM])
  expect(changes).toEqual(['files/mkdir', 'files/mv'])
})
