/**
 * Answers a request. `trailer` sets a trailer after the body, if the transport supports it. `target` is the path and
 * query as they were sent.
 */
export type RequestHandler = (
  request: Request,
  trailer: ((name: string, value: string) => void) | undefined,
  target: string
) => Promise<Response>
