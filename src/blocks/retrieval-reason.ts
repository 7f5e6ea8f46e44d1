import type { AskedSource, RetrievalReport } from './retrieval-report.ts'

/** Sources that are named in one line. */
const MAX_NAMED = 4

/** Why nobody gave a block, in one line: who was asked and what each said. */
export function retrievalReason ({ sources }: RetrievalReport): string {
  const said = sources.map(sourceSaid)
  const more = said.length > MAX_NAMED ? `; and ${said.length - MAX_NAMED} more` : ''
  return said.length === 0 ? 'nobody could be asked' : `asked ${said.slice(0, MAX_NAMED).join('; ')}${more}`
}

function sourceSaid ({ name, role, found, problem }: AskedSource): string {
  return `${name}: ${problem ?? (role === 'router' ? found === 0 ? 'knows of nobody who has it' : `named ${found}` : 'no answer')}`
}
