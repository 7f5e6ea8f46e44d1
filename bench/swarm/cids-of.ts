/**
 * Lists all blocks of a content, as reported by a node.
 *
 * @param call - calls its RPC and returns the answer as text
 */
export async function cidsOf (root: string, call: (target: string) => Promise<string>): Promise<string[]> {
  const refs = (await call(`refs?arg=${root}&recursive=true&unique=true`)).trim().split('\n')
  return [root, ...refs.map((line) => (JSON.parse(line) as { Ref: string }).Ref)]
}
