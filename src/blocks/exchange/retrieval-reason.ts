import type { AskedSource, RetrievalReport } from './retrieval-report.ts'

/** The maximum number of sources that are listed. */
const MAX_NAMED = 4

/** Returns one line with the sources that were asked for a block, and their results. */
export function retrievalReason ({ sources }: RetrievalReport): string {
  const outcomes = [...sources].sort((a, b) => rankSource(a) - rankSource(b)).map(sourceOutcome)
  const more = outcomes.length > MAX_NAMED ? `; and ${outcomes.length - MAX_NAMED} more` : ''
  return outcomes.length === 0 ? 'no source could be asked' : `asked ${outcomes.slice(0, MAX_NAMED).join('; ')}${more}`
}

/** Sorts providers that failed first, and peers that are merely connected last. */
function rankSource ({ role, state }: AskedSource): number {
  if (role !== 'provider') {
    return 1
  }

  return state === 'failed' ? 0 : 2
}

function sourceOutcome ({ name, role, found, problem }: AskedSource): string {
  const named = found === 0 ? 'knows no provider' : `named ${found}`
  return `${name}: ${problem ?? (role === 'router' ? named : 'no answer')}`
}
