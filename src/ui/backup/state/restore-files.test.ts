import { afterEach, expect, test, vi } from 'vitest'
import { AnswerCutError } from '../../../client/protocol/errors.ts'
import { restoreFiles } from './restore-files.ts'

const CID = 'bafkreibm6jg3ux5qumhcn2b3flc3tyu6dmlb4xa7u5bf44yegnrjhc4yeq'
const EMPTY = 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn'
const REFUSED = (): Response =>
  Response.json({
    Message: 'cp: cannot put node in path /a: directory already has entry by that name',
    Code: 0,
    Type: 'error'
  }, { status: 500 })

afterEach(() => {
  vi.unstubAllGlobals()
})

/**
 * Mocks a node with an MFS that is empty when it is listed, and that rejects the copy.
 *
 * @param stat - the answer to the following `files/stat`
 */
function node (stat: () => Response): void {
  vi.stubGlobal('fetch', async (target: string) => {
    if (target.startsWith('/api/v0/files/stat?arg=%2Fa')) {
      return stat()
    }
    if (target.startsWith('/api/v0/files/stat')) {
      return Response.json({ Hash: EMPTY, Type: 'directory' })
    }
    if (target.startsWith('/api/v0/ls')) {
      return Response.json({ Objects: [{ Links: [] }] })
    }
    if (target.startsWith('/api/v0/files/cp')) {
      return REFUSED()
    }
    throw new Error(`not asked: ${target}`)
  })
}

const restore = async (): Promise<string> =>
  await restoreFiles([{ path: '/a', cid: CID }], { at: '2026-11-26', signal: new AbortController().signal })

test('a rejected copy counts as done if a killed node had finished it', async () => {
  node(() => Response.json({ Hash: CID, Type: 'file' }))
  expect(await restore()).toBe('/')
})

test('a copy that was rejected for another reason is an error', async () => {
  node(() => Response.json({ Hash: EMPTY, Type: 'directory' }))
  await expect(restore()).rejects.toThrow('already has entry')
  node(() => Response.json({ Message: 'file does not exist', Code: 0, Type: 'error' }, { status: 500 }))
  await expect(restore()).rejects.toThrow('already has entry')
})

test('a repeated kill before that check is reported', async () => {
  node(() => {
    throw new TypeError('Failed to fetch')
  })
  await expect(restore()).rejects.toBeInstanceOf(AnswerCutError)
})
