import { expect, it } from 'vitest'
import { firstInstalled, hearFailure } from './first-install.ts'

class FakeWorker extends EventTarget {
  state: ServiceWorkerState = 'installing'

  become (state: ServiceWorkerState): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

const registration = (
  installing: FakeWorker | null,
  active: FakeWorker | null = null
): Parameters<typeof firstInstalled>[0] =>
  ({ installing, active, waiting: null }) as unknown as ServiceWorkerRegistration

function container (): EventTarget & { startMessages: () => void; say: (data: unknown) => void } {
  const target = new EventTarget()
  return Object.assign(target, {
    startMessages () {},
    say: (data: unknown) => {
      target.dispatchEvent(new MessageEvent('message', { data }))
    }
  })
}

it('firstInstalled waits until the first worker is installed', async () => {
  const worker = new FakeWorker()
  const done = firstInstalled(registration(worker), {})
  worker.become('installed')
  await done
})

it('firstInstalled rejects with the reason that the worker sent', async () => {
  const pages = container()
  const failure = hearFailure(pages as never)
  const worker = new FakeWorker()
  const done = firstInstalled(registration(worker), failure)
  pages.say({ type: 'node-lost' })
  pages.say({ type: 'not-installed', message: '/a.css of the app shell: HTTP 404' })
  worker.become('redundant')
  await expect(done).rejects.toMatchObject({
    name: 'WorkerRefusedError',
    message: 'its installation failed: /a.css of the app shell: HTTP 404'
  })
})

it('firstInstalled does not wait for a new version', async () => {
  await firstInstalled(registration(new FakeWorker(), new FakeWorker()), {})
})
