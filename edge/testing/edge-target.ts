import { CID } from 'multiformats/cid'
import { CODEC } from '../../src/cid/codes/multiformat-codes.ts'
import { parsePeerId } from '../../src/cid/peer-id/parse-peer-id.ts'
import { GATEWAY_PORT, identityVariables, RPC_PORT } from '../../src/testing/dag/identity-variables.ts'
import { RECORDED_CONFIG } from '../../src/testing/node-target.ts'
import type { Answered } from '../../src/testing/replay/golden-compare.ts'
import type { Outgoing, Target } from '../../src/testing/replay/golden-run.ts'
import { goldenSurroundings } from '../../src/testing/replay/golden-surroundings.ts'
import type { Scenario } from '../../src/testing/replay/golden-types.ts'
import { sendRaw } from './send-raw.ts'

let count = 0

/**
 * Creates a new node in an engine that runs `golden-worker.ts`.
 *
 * @param options.front - whether its gateway is read in front, as far as possible
 */
export async function edgeTarget (origin: string, { setup }: Scenario, { front = false } = {}): Promise<Target> {
  const name = `node-${count++}`
  const beside = await goldenSurroundings(setup)
  let config: object = { ...RECORDED_CONFIG, ...setup?.config }

  async function open ({ api, method, target, headers, body }: Outgoing): ReturnType<typeof sendRaw> {
    const { Host = `127.0.0.1:${api === 'gateway' ? GATEWAY_PORT : RPC_PORT}`, ...others } = headers
    return await sendRaw(origin, {
      method,
      target,
      body: method === 'GET' || method === 'HEAD' ? undefined : body,
      headers: {
        Host,
        'x-golden-node': name,
        'x-golden-api': api,
        'x-golden-config': JSON.stringify(config),
        'x-golden-online': String(setup?.online !== false),
        ...front ? { 'x-golden-front': '1' } : {},
        ...others
      }
    })
  }

  async function id (): Promise<{ ID: string; PublicKey: string }> {
    const { body } = await (await open({
      api: 'rpc',
      method: 'POST',
      target: '/api/v0/id',
      headers: { 'x-golden-admitted': 'token' }
    }))()
    return JSON.parse(new TextDecoder().decode(body)) as { ID: string; PublicKey: string }
  }

  return {
    async variables () {
      const { ID, PublicKey } = await id()
      return new Map([
        ...identityVariables({
          toString: () => ID,
          toCID: () => CID.createV1(CODEC.libp2pKey, parsePeerId(ID)) as never
        }, PublicKey),
        ...beside.variables
      ])
    },

    async send (outgoing) {
      return brokenBySaying(await (await open(outgoing))(outgoing.readObjects))
    },

    async open (outgoing) {
      const pending = open(outgoing)
      return async (objects) => brokenBySaying(await (await pending)(objects))
    },

    async restart () {
      await (await open({ api: 'rpc', method: 'POST', target: '/test-kill', headers: {} }))()
      config = {}
    },

    stop: beside.stop
  }
}

const ERROR_LINE = /(^|\n)\{"Message":.*"Type":"error"\}\n$/

/**
 * Marks an answer as broken if its last line is an error: workerd ends a broken body normally, so that line is all that
 * clients see of it.
 */
function brokenBySaying (answer: Answered): Answered {
  const isCut = answer.status === 200 && answer.headers.has('x-chunked-output') &&
    ERROR_LINE.test(new TextDecoder().decode(answer.body.subarray(-4096)))
  return isCut ? { ...answer, broken: true } : answer
}
