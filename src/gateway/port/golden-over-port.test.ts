import { afterAll, describe, test, vi } from 'vitest'
import { PortCalls } from '../../port/port-calls.ts'
import { nodeTarget } from '../../testing/node-target.ts'
import { goldenFile } from '../../testing/replay/golden-groups.ts'
import { playScenario } from '../../testing/replay/golden-run.ts'
import { EXPECTED_SKIPS } from '../../testing/replay/golden-skips.ts'
import type { Gateway } from '../handler/handler.ts'
import type { LocalGatewayParts } from '../local/local-gateway.ts'
import { portGateway } from './port-gateway.ts'
import { serveGateway } from './serve-gateway.ts'

const ends: Array<() => void> = []
const gateways = new Map<LocalGatewayParts, () => Promise<Gateway>>()

/** Golden records of Kubo, answered by a gateway that reads blocks and settings over a port. */
vi.mock('../local/local-gateway.ts', async (importOriginal) => ({
  ...await importOriginal<object>(),

  async localGateway (node: LocalGatewayParts): Promise<Gateway> {
    const open = gateways.get(node) ?? connect(node)
    gateways.set(node, open)
    return await open()
  }
}))

function connect (node: LocalGatewayParts): () => Promise<Gateway> {
  const { port1, port2 } = new MessageChannel()
  const calls = new PortCalls(port2)
  ends.push(serveGateway(port1, async () => node), calls.close)
  return portGateway(calls)
}

afterAll(() => {
  ends.forEach((end) => {
    end()
  })
})

for (const group of ['gateway-car', 'gateway-conditional', 'gateway-formats', 'gateway-path']) {
  describe(`golden ${group} over a port`, () => {
    for (const scenario of goldenFile(group).scenarios) {
      // These are skipped, or fail, without a port too.
      if (EXPECTED_SKIPS[`${group}/${scenario.name}`] != null) {
        continue
      }

      test(scenario.name, async () => {
        const target = await nodeTarget(scenario)

        try {
          await playScenario(scenario, target)
        } finally {
          await target.stop()
        }
      })
    }
  })
}
