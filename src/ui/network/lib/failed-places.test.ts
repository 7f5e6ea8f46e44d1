import { expect, it } from 'vitest'
import { failedPlaces } from './failed-places.ts'

it('reads the places and their errors from the message of the node', () => {
  expect(
    failedPlaces(
      'ipld: could not find bafy: asked https://a.example: cannot be reached (refused); https://b.example: does not have it (404); and 2 more'
    )
  ).toMatchObject([
    { name: 'https://a.example', failure: 'failed', problem: 'cannot be reached (refused)' },
    { name: 'https://b.example', failure: 'missing' }
  ])
  expect(failedPlaces('block was not found locally (offline): ipld: could not find bafy')).toEqual([])
})
