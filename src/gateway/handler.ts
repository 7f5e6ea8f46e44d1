import type { Node } from '../node/node.ts'

/** Answers a request below `/ipfs` or `/ipns`. */
export async function handleGateway (request: Request, { node }: { node: () => Promise<Node> }): Promise<Response> {
  await node()
  return new Response(`404 page not found: ${new URL(request.url).pathname}\n`, { status: 404 })
}
