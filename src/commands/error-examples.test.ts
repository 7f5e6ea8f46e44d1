import { describe, expect, test } from 'vitest'
import { TestNode } from '../testing/test-node.ts'
import { walkCommands } from './commands/walk-commands.ts'
import { root } from './root.ts'

const VALUES: Record<string, string> = {
  $CID: 'bafkreigh2akiscaildcqabsyg3dfr6chu3fgpregiymsck7e7aqa4s52zy',
  $DIRECTORY: 'QmUNLLsPACCz1vLxQVkXqqLX5R1X345qqfHbsf67hvA3Nn',
  $NAME: 'k51qzi5uqu5dm0t4vbwri4lkg76q03b4x9tsvekgvbu4zli6454ff7w8wdosa4'
}

function filled (text: string): string {
  return text.replace(/\$[A-Z]+/g, (name) => VALUES[name])
}

const examples = [...walkCommands(root)].flatMap(({ path, command: { errors } }) =>
  errors.map((error) => [`${path.join('/')}${error.ask === '' ? '' : '?'}${error.ask}`, error] as const)
)

describe('a declared error occurs', () => {
  test.each(examples)('%s', async (target, { body, twice, says }) => {
    const app = await TestNode.start()

    const ask = async () => {
      const form = body == null ? undefined : new FormData()
      form?.append('file', new Blob([body as string]), 'f')
      return await app.rpc(filled(target), { body: form })
    }

    if (twice === true) {
      expect((await ask()).status).toBe(200)
    }

    const { status, lines } = await ask()
    expect([status, lines]).toMatchObject([500, [{ Message: filled(says) }]])
    await app.node.stop()
  })
})
