export function writeDeclarations (options: {
  root: string
  outDir: string
  entries: string[]
  external: (id: string) => boolean
}): Promise<void>
