import type { GoldenFile } from '../replay/golden-types.ts'

/** Formats a file of records with one line per step, so that changes can be read. */
export function goldenJson ({ scenarios, ...head }: GoldenFile): string {
  const written = scenarios.map(({ steps, ...scenario }) => {
    const lines = steps.map((step) => `  ${JSON.stringify(step)}`).join(',\n')
    return ` ${JSON.stringify(scenario).slice(0, -1)},"steps":[\n${lines}\n ]}`
  })

  return `${JSON.stringify(head).slice(0, -1)},"scenarios":[\n${written.join(',\n')}\n]}\n`
}
