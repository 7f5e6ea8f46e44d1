/** All blocks that a content is made of, as a node says. @param call - the answer to a call of its RPC, as text */
export async function cidsOf (root: string, call: (target: string) => Promise<string>): Promise<string[]> {
  const refs = (await call(`refs?arg=${root}&recursive=true&unique=true`)).trim().split('\n')
  return [root, ...refs.map((line) => (JSON.parse(line) as { Ref: string }).Ref)]
}
