import { BlockNotFoundError } from '../../src/blocks/exchange/block-not-found-error.ts'
import type { Exchange } from '../../src/blocks/exchange/exchange.ts'
import { Detour } from '../front/detour.ts'
import { ELSEWHERE } from '../request/forwarded.ts'

/**
 * Answers a request from local blocks. If a block is missing before the head is known, returns an answer that says so
 * (`ELSEWHERE`). Blocks that are missing later are fetched as usual.
 *
 * @param answer - answers the request with an exchange
 */
export async function answerLocalFirst (
  exchange: Exchange | undefined,
  answer: (exchange: Pick<Exchange, 'session'>) => Promise<Response>
): Promise<Response> {
  const detour = new Detour()

  const response = await answer({
    session: (options) => {
      const session = exchange?.session(options)
      return {
        ...session,
        get: async (cid, want) => {
          if (session != null && detour.hasHead) {
            return await session.get(cid, want)
          }

          detour.take('block')
          throw new BlockNotFoundError(cid)
        }
      }
    }
  })

  if (detour.reason == null) {
    detour.headSent()
    return response
  }

  response.body?.cancel().catch(() => {})
  return new Response(null, { headers: { [ELSEWHERE]: '1' } })
}
