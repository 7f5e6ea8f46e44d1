/** Answers one request; `trailer` sets a trailer that goes out behind the body, where one can; `target` is the path and query as they were sent. */
export type Answer = (request: Request, trailer: ((name: string, value: string) => void) | undefined, target: string) => Promise<Response>
