import { expect, it } from 'vitest'
import { DataLoss } from './data-loss.ts'

function watch (): { told: string[], lost: () => void, opened: (isNew: boolean) => void } {
  const told: string[] = []
  const dataLoss = new DataLoss(({ type }) => { told.push(type) })
  return { told, lost: () => { dataLoss.lost() }, opened: (isNew) => { dataLoss.opened({ isNew }) } }
}

it('says that data is gone when the repo is a new one after a loss, each time', () => {
  const { told, lost, opened } = watch()
  opened(true)
  lost()
  expect(told).toEqual(['node-lost'])
  opened(true)
  expect(told).toEqual(['node-lost', 'data-gone'])
  lost()
  opened(true)
  expect(told).toHaveLength(4)
})

it('says nothing of the kind when all is there again, as after a full disk or a long sleep', () => {
  const { told, lost, opened } = watch()
  opened(false)
  lost()
  opened(false)
  lost()
  opened(false)
  expect(told).toEqual(['node-lost', 'node-lost'])
})
