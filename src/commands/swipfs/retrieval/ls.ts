import type { AskedSource } from '../../../blocks/exchange/retrieval-report.ts'
import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { streamResult } from '../../../rpc/command/result.ts'

interface ListedLookup {
  Cid: string
  /** the time of the first request; empty before */
  Begun: string
  Blocks: number
  Bytes: number
  Sources: Array<{ Name: string; Role: string; State: string; Found: number; Failure: string; Problem: string }>
}

export const listLookups = command({
  help: {
    tagline: 'List the requests that wait for missing blocks, and the sources that were asked.',
    description:
      'Cid is the root of the content, or a missing block. Role is "router", "provider" or "gateway", State is ' +
      '"asking", "answered" or "failed". Failure is "missing" if the source does not have the block, "later" if it ' +
      'is busy, "failed" if it cannot be reached, and "wrong" if it sent other bytes.'
  },
  output: outputShape('Lookup', 'Cid:string Begun:string Blocks:int Bytes:int64 Sources:list'),

  run: (_, { node }) =>
    streamResult((async function* (): AsyncGenerator<ListedLookup> {
      for (const { root, report: { startedMs, blocks, bytes, sources } } of node.lookups()) {
        yield {
          Cid: root.toString(),
          Begun: startedMs == null ? '' : new Date(startedMs).toISOString(),
          Blocks: blocks,
          Bytes: bytes,
          Sources: sources.map(listedSource)
        }
      }
    })()),

  text: ({ Cid, Sources }) =>
    `${Cid}\n${Sources.map(({ Name, State, Problem }) => `  ${Name} ${State} ${Problem}`.trimEnd() + '\n').join('')}`
})

function listedSource (
  { name, role, state, found, failure, problem = '' }: AskedSource
): ListedLookup['Sources'][number] {
  return { Name: name, Role: role, State: state, Found: found, Failure: failure ?? '', Problem: problem }
}
