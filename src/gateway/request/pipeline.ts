import type { Advance, Check, GatewayRequest } from './request.ts'

/** Steps in order. A step that needs more than the earlier steps provide does not compile. */
export interface Pipeline<In extends GatewayRequest, Known extends GatewayRequest> {
  /** Adds a step that may answer. */
  check: (step: Check<Known>) => Pipeline<In, Known>
  /** Adds a step that adds data to the request. */
  advance: <Next extends GatewayRequest>(step: Advance<Known, Next>) => Pipeline<In, Next>
  /** Closes the pipeline with a step that always answers. */
  answer: (last: (rq: Known) => Promise<Response>) => (rq: In) => Promise<Response>
}

type AnyStep = (
  rq: GatewayRequest
) => Response | GatewayRequest | undefined | Promise<Response | GatewayRequest | undefined>

/**
 * Makes an empty pipeline.
 *
 * @example
 *   const gateway = pipeline<Incoming>().check(methodAllowed).advance(parseContentPath).answer(serveFormat)
 */
export function pipeline<In extends GatewayRequest> (): Pipeline<In, In> {
  return extendPipeline<In, In>([])
}

function extendPipeline<In extends GatewayRequest, Known extends GatewayRequest> (
  steps: AnyStep[]
): Pipeline<In, Known> {
  // The types above guarantee that each step gets the right stage.
  const add = <Next extends GatewayRequest>(step: unknown): Pipeline<In, Next> =>
    extendPipeline<In, Next>([...steps, step as AnyStep])

  return {
    check: (step) => add<Known>(step),
    advance: <Next extends GatewayRequest>(step: Advance<Known, Next>) => add<Next>(step),

    answer: (last) => async (rq) => {
      let known: GatewayRequest = rq

      for (const step of steps) {
        const result = await step(known)

        if (result instanceof Response) {
          return result
        }

        known = result ?? known
      }

      return await last(known as Known)
    }
  }
}
