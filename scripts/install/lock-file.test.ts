import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

interface Locked {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>
}

// `npm ci`, and so the first `npm start`, refuses a lock file in which one is missing. `npm install` leaves out those
// of other platforms that its registry does not have.
it('the lock file contains all optional dependencies, also those of other platforms', async () => {
  const { packages } = JSON.parse(
    await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')
  ) as Locked
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) =>
      packages[`${place}/node_modules/${name}`] == null && packages[`node_modules/${name}`] == null
    ).map((name) => `${place}: ${name}`)
  )
  expect(missing).toEqual([])
})
