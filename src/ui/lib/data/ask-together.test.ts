import { describe, expect, it } from 'vitest'
import { askTogether } from './ask-together.ts'

/**
 * @param bad - items for which a request fails
 * @returns the requests, and the items that failed on their own
 */
async function asked (
  count: number,
  bad: readonly number[],
  how: 'halves' | 'each' | 'end' = 'halves'
): Promise<{ questions: number[][]; failed: number[] }> {
  const questions: number[][] = []
  const failed: number[] = []

  await askTogether(Array.from({ length: count }, (_, i) => i), {
    ask: async (group) => {
      questions.push([...group])
      if (group.some((one) => bad.includes(one))) {
        throw new Error('bad')
      }
    },
    failed: (_err, group) => {
      if (group.length === 1) {
        failed.push(group[0])
      }
      return how
    }
  })
  return { questions, failed }
}

describe('askTogether', () => {
  it('sends a single request if nothing fails, and none for an empty list', async () => {
    expect(await asked(40, [])).toEqual({ questions: [Array.from({ length: 40 }, (_, i) => i)], failed: [] })
    expect(await asked(0, [])).toEqual({ questions: [], failed: [] })
  })

  it.each([[1, [0]], [2, [1]], [7, [0, 3, 6]], [40, [17]], [40, [0, 39]]])(
    'finds the failing items of %d: %j',
    async (count, bad) => {
      const { questions, failed } = await asked(count, bad)
      expect(failed).toEqual(bad)
      expect(questions.length).toBeLessThanOrEqual(1 + 2 * bad.length * Math.ceil(Math.log2(count)))
    }
  )

  it('requests each item on its own in order, or stops', async () => {
    expect((await asked(3, [1], 'each')).questions).toEqual([[0, 1, 2], [0], [1], [2]])
    expect((await asked(3, [1], 'end')).questions).toEqual([[0, 1, 2]])
  })
})
