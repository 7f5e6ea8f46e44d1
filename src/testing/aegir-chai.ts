import { chai } from 'vitest'

/**
 * The small part of `aegir/chai` that the compliance suites of interface-blockstore and interface-datastore need: terms
 * as calls (`to.be.true()`), and `eventually`, which awaits a promise and asserts its value, or after `rejected` its
 * error.
 */
const TERMS = new Set(['ok', 'true', 'false', 'null', 'undefined', 'empty', 'exist'])

type Step = { name: string; args?: unknown[] }
type Target = Record<string, unknown>

export function expect (value: unknown): unknown {
  return assertNow(chai.expect(value) as unknown as Target, value)
}

function assertNow (assertion: Target, value: unknown): unknown {
  return new Proxy(() => {}, {
    get (_, name: string) {
      return name === 'eventually' || name === 'rejected'
        ? assertLater(value, name === 'rejected' ? [{ name }] : [])
        : step(assertion, name, value)
    }
  })
}

function step (assertion: Target, name: string, value: unknown): unknown {
  if (TERMS.has(name)) {
    return () => assertNow(assertion[name] as Target, value)
  }

  const next = assertion[name] as Target

  if (typeof next !== 'function') {
    return assertNow(next, value)
  }

  return new Proxy(next, {
    apply: (method, _, args) => assertNow(Reflect.apply(method as never, assertion, args) as Target, value),
    get: (_, inner: string) => step(next, inner, value)
  })
}

function assertLater (value: unknown, steps: Step[]): unknown {
  return new Proxy(() => {}, {
    get (_, name: string) {
      if (name === 'then') {
        return (resolve: (value: unknown) => void, reject: (err: unknown) => void) =>
          replay(value, steps).then(resolve, reject)
      }

      return assertLater(value, [...steps, { name }])
    },
    apply: (_, __, args) => assertLater(value, [...steps.slice(0, -1), { name: steps.at(-1)!.name, args }])
  })
}

async function replay (value: unknown, steps: Step[]): Promise<void> {
  const rejected = steps.some(({ name }) => name === 'rejected')
  const outcome = await Promise.resolve(value).then(
    (result) => ({ result, failed: false }),
    (result: unknown) => ({ result, failed: true })
  )

  if (rejected !== outcome.failed) {
    throw rejected ? new Error('expected the promise to be rejected') : outcome.result
  }

  let assertion: unknown = chai.expect(outcome.result)

  for (const { name, args } of steps) {
    if (name !== 'rejected' && name !== 'eventually') {
      const next = (assertion as Target)[name]
      assertion = args == null || TERMS.has(name) ? next : Reflect.apply(next as never, assertion, args)
    }
  }
}
