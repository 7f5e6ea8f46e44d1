import type { Dependency } from '../node/interface/ipfs-node.ts'

/** Packages in the library, inserted by scripts/build/build-library.mjs; not there in the source tree. */
declare const __SWIPFS_DEPENDENCIES__: Dependency[] | undefined

/** Returns the packages that the program is made of, for `version/deps`. */
export async function ownDependencies (): Promise<Dependency[]> {
  if (typeof __SWIPFS_DEPENDENCIES__ !== 'undefined') {
    return __SWIPFS_DEPENDENCIES__
  }

  const { lockDependencies } = await import('../../scripts/build/lock-dependencies.mjs')
  return await lockDependencies()
}
