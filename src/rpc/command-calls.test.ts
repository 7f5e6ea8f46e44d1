import { expect, test } from 'vitest'
import { COMMAND } from '../port/command-call.ts'
import { PortCalls } from '../port/port-calls.ts'
import { serveCalls } from '../port/serve-calls.ts'
import type { Gate } from '../testing/gate.ts'
import { gate } from '../testing/gate.ts'
import { commandCalls } from './command-calls.ts'

/** A page that calls a node whose only command answers once the gate `answered` is open. */
function calledCommand (): { calls: PortCalls; asked: Gate; left: Gate; answered: Gate; cancelled: Gate } {
  const [asked, left, answered, cancelled] = [gate(), gate(), gate(), gate()]
  const { port1, port2 } = new MessageChannel()
  serveCalls(
    port2,
    commandCalls('http://node.localhost', async () => {
      asked.open()
      await answered.opened
      return new Response(new ReadableStream({ cancel: cancelled.open }))
    }),
    { onClose: left.open }
  )
  return { calls: new PortCalls(port1), asked, left, answered, cancelled }
}

test('cancels the body of a command whose page left before its head', async () => {
  const { calls, asked, left, answered, cancelled } = calledCommand()
  const head = calls.once(COMMAND, { target: 'log/tail', packs: [] })
  await asked.opened
  calls.close()
  await expect(head).rejects.toThrow()
  await left.opened
  answered.open()
  await cancelled.opened
})

test('cancels the body of a command whose page left after its head', async () => {
  const { calls, answered, cancelled } = calledCommand()
  const values = calls.stream(COMMAND, { target: 'log/tail', packs: [] })
  answered.open()
  expect((await values.next()).value).toMatchObject({ status: 200 })
  calls.close()
  await cancelled.opened
})
