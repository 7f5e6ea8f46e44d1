/** Returns the folder of the package that contains a module; undefined for our own modules. */
export function packageOf (id) {
  return /node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/.exec(id)?.[0]
}
