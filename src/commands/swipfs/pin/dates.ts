import { command } from '../../../rpc/command/command.ts'
import { outputShape } from '../../../rpc/command/output.ts'
import { streamResult } from '../../../rpc/command/result.ts'

interface PinDate {
  Cid: string
  /** time of creation, as in `Date.toISOString` */
  Created: string
}

export const pinDates = command({
  help: {
    tagline: 'List the creation dates of pins.',
    description: 'Omits pins that are older than the recording of dates. A renamed pin keeps its date.'
  },
  output: outputShape('PinDate', 'Cid:string Created:string'),

  run: (_, { node, cids: { encode } }) =>
    streamResult((async function* (): AsyncGenerator<PinDate> {
      for await (const { cid, since } of node.pins.list()) {
        if (since != null) {
          yield { Cid: encode(cid), Created: new Date(since * 1000).toISOString() }
        }
      }
    })()),

  text: ({ Cid, Created }) => `${Cid} ${Created}\n`
})
