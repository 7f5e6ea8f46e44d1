import { expect, it } from 'vitest'
import { DataLoss } from './page-news.ts'

function watch (): { told: string[]; lost: () => void; opened: (isNew: boolean) => void } {
  const told: string[] = []
  const dataLoss = new DataLoss(({ type }) => {
    told.push(type)
  })
  return {
    told,
    lost: () => {
      dataLoss.lost()
    },
    opened: (isNew) => {
      dataLoss.opened({ isNew })
    }
  }
}

it('reports lost data if the repo is new after each loss', () => {
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

it('reports nothing if all data is back, as after a full disk or a long sleep', () => {
  const { told, lost, opened } = watch()
  opened(false)
  lost()
  opened(false)
  lost()
  opened(false)
  expect(told).toEqual(['node-lost', 'node-lost'])
})
