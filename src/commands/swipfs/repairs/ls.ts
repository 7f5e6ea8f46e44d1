import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { singleResult } from '../../../rpc/command/result.ts'

export const listRepairs = command({
  help: {
    tagline: 'List data that the browser lost, what was restored, and incomplete pins.',
    description:
      'Starts a search for pins with missing blocks if data was lost, and fetches the blocks if possible. Answers ' +
      'at once with the pins found so far; Searching is true until the search has ended.'
  },
  output: outputShape('RepairReport', 'Repairs:list Incomplete:list IncompleteCount:int Searching:bool'),

  async run (_, { node }) {
    const { repairs, incomplete, incompleteCount, isSearching } = await node.repairReport.read()
    return singleResult({
      Repairs: repairs.map(({ at, what, pins, lost }) => ({
        At: at,
        What: what,
        Pins: pins,
        ...lost == null ? {} : { Lost: lost }
      })),
      Incomplete: incomplete.map(({ cid, name }) => ({ Cid: cid, Name: name })),
      IncompleteCount: incompleteCount,
      Searching: isSearching
    })
  },

  text: ({ Repairs, Incomplete, Searching }) =>
    [
      ...Repairs.map(({ At, What, Pins }) => `${At} ${What} (${Pins} pins)`),
      ...Incomplete.map(({ Cid, Name }) => `incomplete pin ${Cid} ${Name}`.trimEnd()),
      ...Searching ? ['searching for incomplete pins'] : []
    ].map((line) => `${line}\n`).join('')
})
