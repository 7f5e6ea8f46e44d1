import { expect, it } from 'vitest'
import type { IpfsNode } from '../../src/node/interface/ipfs-node.ts'
import type { LazyNode } from '../node/lazy-node.ts'
import { answerKeepFile, answerKeptFile } from './file-handles.ts'

const file = { name: 'film.bin' } as FileSystemFileHandle

/** Records the order of events; the node opens or fails. */
function worker (
  opens = true
): {
  events: string[]
  lazy: Pick<LazyNode, 'hold'>
  files: Parameters<typeof answerKeepFile>[1] & Parameters<typeof answerKeptFile>[1]
} {
  const events: string[] = []

  return {
    events,
    lazy: {
      hold: async (work) => {
        if (!opens) {
          throw new Error('the disk is full')
        }
        events.push('opened')
        return await work({} as IpfsNode).finally(() => {
          events.push('let go')
        })
      }
    },
    files: {
      keep: async () => {
        events.push('kept')
        return '/picked/1/film.bin'
      },
      handle: async () => {
        events.push('read')
        return file
      }
    }
  }
}

it('stores and returns a file handle only while the node is open, which has checked the shared log', async () => {
  const { events, lazy, files } = worker()
  expect(await answerKeepFile(lazy, files, file)).toEqual({ type: 'keep-file', path: '/picked/1/film.bin' })
  expect(await answerKeptFile(lazy, files, '/picked/1/film.bin')).toEqual({ type: 'kept-file', file })
  expect(events).toEqual(['opened', 'kept', 'let go', 'opened', 'read', 'let go'])
})

it('reports why the node does not open, and writes nothing', async () => {
  const { events, lazy, files } = worker(false)
  expect(await answerKeepFile(lazy, files, file)).toEqual({ type: 'keep-file', error: 'the disk is full' })
  expect(await answerKeptFile(lazy, files, '/picked/1/film.bin')).toEqual({ type: 'kept-file', file: undefined })
  expect(events).toEqual([])
})
