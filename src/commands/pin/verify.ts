import { errorMessage } from '../../go/text/error-message.ts'
import type { BadNode } from '../../pins/query/verify-pins.ts'
import { verifyPins } from '../../pins/query/verify-pins.ts'
import { command } from '../../rpc/command/command.ts'
import { option } from '../../rpc/command/option.ts'
import { outputShape } from '../../rpc/command/output.ts'
import { streamResult } from '../../rpc/command/result.ts'

interface PinVerifyRes {
  Cid: string
  Ok: boolean
  BadNodes?: Array<{ Cid: string; Err: string }>
}

export const pinVerify = command({
  help: {
    tagline: 'Verify that recursive pins are complete.',
    description: 'Returns recursive pins with missing or unreadable blocks, and these blocks. Fetches nothing.'
  },
  options: {
    verbose: option.bool('verbose', 'Return complete pins too.'),
    quiet: option.bool('quiet,q', 'Return only the incomplete pins, without their blocks.')
  },
  output: outputShape(
    'PinVerifyRes',
    'Cid?:string Err?:string Ok?:bool BadNodes?:[]BadNode',
    'Cid:string Err:string Ok:bool BadNodes:[]{Cid:string Err:string}'
  ),

  run ({ verbose, quiet }, { node, cids: { encode }, signal }) {
    if (verbose === true && quiet === true) {
      throw new Error('the --verbose and --quiet options can not be used at the same time')
    }

    const explain = (nodes: BadNode[]): PinVerifyRes['BadNodes'] =>
      nodes.map(({ cid, error }) => ({ Cid: encode(cid), Err: errorMessage(error) }))

    return streamResult((async function* (): AsyncGenerator<PinVerifyRes> {
      for await (const { cid, badNodes } of verifyPins(node, { signal })) {
        const Ok = badNodes.length === 0

        if (!Ok || verbose === true) {
          yield { Cid: encode(cid), Ok, ...(quiet === true ? {} : { BadNodes: explain(badNodes) }) }
        }
      }
    })())
  },

  text ({ Cid, Ok, BadNodes = [] }, { quiet }) {
    if (quiet === true) {
      return Ok ? '' : `${Cid}\n`
    }

    return `${Cid} ${Ok ? 'ok' : 'broken'}\n${BadNodes.map(({ Cid, Err }) => `  ${Cid}: ${Err}\n`).join('')}`
  }
})
