import { describe, expect, it } from 'vitest'
import { bestMatches } from './best-matches.ts'

const { signal } = new AbortController()

async function search (items: readonly string[], text: string, max = 10): Promise<readonly string[]> {
  const words = text.split(' ').filter((word) => word !== '')
  return (await bestMatches(items, { words, textOf: (item) => item, max, signal })).best
}

describe('the best matches', () => {
  it('are equal texts, then starts of texts, then starts of words, then other parts', async () => {
    expect(await search(['my deport', 'a report', 'report.pdf', 'report', 'other'], 'port')).toHaveLength(4)
    expect(await search(['xreport', 'a report', 'report.pdf', 'report', 'other'], 'report')).toEqual([
      'report',
      'report.pdf',
      'a report',
      'xreport'
    ])
  })

  it('contain all words, in any order', async () => {
    expect(await search(['holiday film', 'film', 'film of a holiday'], 'film holiday')).toEqual([
      'holiday film',
      'film of a holiday'
    ])
  })

  it('are the shorter texts of equal rank, in the order of the list', async () => {
    expect(await search(['invoice 10', 'invoice 2', 'invoice 1'], 'invoice', 2)).toEqual(['invoice 2', 'invoice 1'])
  })

  it('are limited, and all matches are counted', async () => {
    const items = Array.from({ length: 10_000 }, (_, i) => `file ${i}`)
    const { best, count } = await bestMatches(items, { words: ['99'], textOf: (item) => item, max: 3, signal })
    expect(best).toEqual(['file 99', 'file 990', 'file 991'])
    expect(count).toBe(items.filter((item) => item.includes('99')).length)
  })

  it('are none without a word', async () => {
    expect(await search(['a'], '')).toEqual([])
  })

  it('are not computed to the end for a search that was replaced', async () => {
    const leaving = new AbortController()
    const items = Array.from({ length: 300_000 }, () => 'x'.repeat(50))
    const searching = bestMatches(items, { words: ['y'], textOf: (item) => item, max: 1, signal: leaving.signal })
    leaving.abort()
    await expect(searching).rejects.toThrow('aborted')
  })
})
