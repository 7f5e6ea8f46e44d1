/** Where the package of a module lies; undefined for modules of our own. */
export function packageOf (id) {
  return /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]
}
