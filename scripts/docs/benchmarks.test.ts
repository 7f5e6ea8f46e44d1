import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { benchmarksPage, resultsText } from './benchmarks.ts'

const place = (name: string): URL => new URL(`../../${name}`, import.meta.url)

test('docs/benchmarks.md has the tables of the saved results', () => {
  const page = readFileSync(place('docs/benchmarks.md'), 'utf8')

  expect(benchmarksPage(page, (name) => {
    const file = place(`bench/results/${name}.json`)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  })).toBe(page)
})

test('a table has medians with their spread, and ratios above 1 if the first node is faster', () => {
  const text = resultsText({
    date: '2026-11-28',
    command: 'npm run bench -- --save',
    machine: '2 cores, Chromium 156',
    rows: [
      { name: 'read', unit: 'files/s', more: true, figures: { swipfs: [300, 400, 500], Kubo: [190, 200, 210] } },
      { name: 'range', unit: 'ms', more: false, figures: { swipfs: [4, 2, 3], Kubo: [6] } }
    ]
  })

  expect(text).toBe(
    'Taken on 28 November 2026 with `npm run bench -- --save`: 2 cores, Chromium 156, medians of 3 runs, lowest and ' +
      'highest in brackets.\n\n| | swipfs | Kubo | ratio |\n|---|---|---|---|\n' +
      '| read, files/s | 400 (300–500) | 200 (190–210) | 2.00 |\n| range, ms | 3.0 (2.0–4.0) | 6.0 | 2.00 |\n'
  )
})
