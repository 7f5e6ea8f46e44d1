import { afterAll, vi } from 'vitest'

/**
 * Names that stay once they are set: Node.js sets some on first use, and modules that set others are evaluated once per
 * process (`fake-indexeddb/auto`, the WebRTC shim, the WebSocket for Node.js 20).
 */
const STAYS = /^(?:indexedDB|IDB\w+|RTC\w+|WebSocket|__vitest\w*|__VITEST\w*)$/

const before = new Map(Reflect.ownKeys(globalThis).map((name) => [name, descriptorOf(name)]))
const environment = { ...process.env }
const directory = process.cwd()

/**
 * Restores the state of the process after each test file: stubs, timers, globals, environment variables and the working
 * directory. Test files share processes (vitest.config.ts), so that none may depend on what another has changed.
 */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()

  for (const name of Reflect.ownKeys(globalThis)) {
    if (!before.has(name) && !STAYS.test(String(name)) && typeof name === 'string') {
      Reflect.deleteProperty(globalThis, name)
    }
  }

  for (const [name, descriptor] of before) {
    if (isChanged(descriptor, descriptorOf(name))) {
      Object.defineProperty(globalThis, name, descriptor as PropertyDescriptor)
    }
  }

  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) {
      delete process.env[name]
    }
  }

  Object.assign(process.env, environment)

  if (process.cwd() !== directory) {
    process.chdir(directory)
  }
})

function descriptorOf (name: string | symbol): PropertyDescriptor | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, name)
}

/** Whether a global was removed or replaced. A getter that became a value is a global that Node.js has loaded. */
function isChanged (before: PropertyDescriptor | undefined, now: PropertyDescriptor | undefined): boolean {
  return before?.configurable === true && 'value' in before && (now == null || before.value !== now.value)
}
