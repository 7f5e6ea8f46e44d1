/** Returns the kubo-rpc-client name of a command or an option: `raw-leaves` becomes `rawLeaves`. */
export function camelCase (name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
