import { expect, it } from 'vitest'
import { TestNode } from '../../testing/test-node.ts'
import { RequestLog } from './request-log.ts'

const request = { command: 'version', options: {}, args: [] }

it('removes completed requests after the keep time, as often as Kubo', () => {
  const log = new RequestLog()
  const end = log.begin({ ...request, command: 'pin/add' })
  for (let i = 0; i < 8; i++) {
    log.begin(request)()
  }
  expect(log.list().length).toBe(9)
  log.begin(request)() // the tenth
  expect(log.list().map(({ command, id, ended }) => [command, id, ended])).toEqual([['pin/add', 0, undefined]])
  end()
  end()
  expect(log.list()[0].ended).toBeTypeOf('number')
  log.clear()
  expect(log.list()).toEqual([])
})

it('keeps them for the configured time, within limits', () => {
  const log = new RequestLog()
  log.setKeepTime(3_600_000)
  for (let i = 0; i < 3000; i++) {
    log.begin(request)()
  }
  expect(log.list().length).toBeLessThan(1020)
  expect(log.list().at(-1)?.id).toBe(2999)
  for (let i = 0; i < 20; i++) {
    log.begin({ ...request, args: ['x'.repeat(200_000)] })()
  }
  expect(log.list().length).toBeLessThan(20)
})

it('shows a request with its arguments until its answer is read', async () => {
  const app = await TestNode.start({ online: true })
  await app.rpc('diag/cmds/clear')
  const waiting = await app.open(
    'pin/add/bafyreiac3wkth6pl4fi74lseosyzmpl5s2w7llms7evjmojigvesvltzmq?progress=true&name=x',
    {}
  )
  const { lines: [entries], headers } = await app.rpc('diag/cmds?verbose=1&foo=a&foo=b')
  expect(headers.get('x-chunked-output')).toBeNull()
  expect(entries).toMatchObject([
    { Command: 'diag/cmds/clear', Active: false },
    {
      Command: 'pin/add',
      Active: true,
      EndTime: '0001-01-01T00:00:00Z',
      Args: ['bafyreiac3wkth6pl4fi74lseosyzmpl5s2w7llms7evjmojigvesvltzmq'],
      Options: { recursive: true, name: 'x', progress: true, encoding: 'json' }
    },
    { Command: 'diag/cmds', Active: true, Options: { verbose: true, foo: 'a' } }
  ])
  await waiting.body?.cancel()
  const { text } = await app.rpc('diag/cmds?encoding=text&verbose=true')
  expect(text.split('\n')[0]).toMatch(/^ID {2}Command {10}Arguments +Options +Active {2}StartTime {8}RunTime$/)
  expect(text).toMatch(
    new RegExp(
      String.raw`^\d+ +pin/add +\[bafy\w+\] +\[encoding=json,name=x,progress=true,recursive=true,\] +false +` +
        String.raw`[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d +[\d.]+m?s$`,
      'm'
    )
  )
})
