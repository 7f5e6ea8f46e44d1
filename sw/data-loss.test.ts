import { expect, it } from 'vitest'
import { DatabaseLostError } from '../src/store/database/database-lost-error.ts'
import type { DatabaseLoss } from '../src/store/database/database-lost-error.ts'
import { DataLoss } from './data-loss.ts'

function watch (): { told: string[], lost: (loss: DatabaseLoss) => void, opened: (isNew: boolean) => void } {
  const told: string[] = []
  const dataLoss = new DataLoss(({ type }) => { told.push(type) })
  return { told, lost: (loss) => { dataLoss.lost(new DatabaseLostError(loss)) }, opened: (isNew) => { dataLoss.opened({ isNew }) } }
}

it('says that data is gone when a database is deleted, once', () => {
  const { told, lost, opened } = watch()
  opened(false)
  lost('deleted')
  expect(told).toEqual(['data-gone', 'node-lost'])
  opened(true)
  expect(told).toHaveLength(2)
  lost('deleted')
  expect(told).toHaveLength(4)
})

it('says it of a connection that was closed when the repo is a new one then', () => {
  const { told, lost, opened } = watch()
  opened(true)
  lost('closed')
  expect(told).toEqual(['node-lost'])
  opened(true)
  expect(told).toEqual(['node-lost', 'data-gone'])
})

it('says nothing of the kind when all is there again, as after a full disk or a long sleep', () => {
  const { told, lost, opened } = watch()
  opened(false)
  lost('closed')
  opened(false)
  lost('replaced')
  opened(false)
  expect(told).toEqual(['node-lost', 'node-lost'])
})
