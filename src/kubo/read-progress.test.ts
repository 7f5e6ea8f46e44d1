import { expect, it } from 'vitest'
import { readProgress } from './read-progress.ts'

async function* yieldLines (...values: object[]): AsyncGenerator<object> {
  yield* values
}

it('reports the stored bytes of each file, and yields the added entries', async () => {
  const reported: unknown[] = []
  const added: unknown[] = []

  for await (
    const line of readProgress(
      yieldLines({ Name: 'a', Bytes: 5 }, { Name: 'a', Bytes: 9 }, { Name: 'a', Hash: 'Qm', Size: '9' }),
      (...values) => {
        reported.push(values)
      }
    )
  ) {
    added.push(line)
  }

  expect(reported).toEqual([[5, 'a'], [9, 'a']])
  expect(added).toEqual([{ Name: 'a', Hash: 'Qm', Size: '9' }])
})

it('throws the error of the node, which is the last line', async () => {
  const read = readProgress(
    yieldLines({ Name: 'a', Bytes: 5 }, { Message: 'the disk is full', Code: 0, Type: 'error' }),
    () => {}
  )
  await expect((async () => {
    for await (const _ of read);
  })()).rejects.toThrow('the disk is full')
})
