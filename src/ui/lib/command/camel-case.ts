/** A name of a command or an option as kubo-rpc-client writes it: `raw-leaves` as `rawLeaves`. */
export function camelCase (name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
