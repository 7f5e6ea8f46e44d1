export interface Mutant {
  start: number
  end: number
  text: string
  line: number
  what: string
}

export function mutants (file: string, source: string): Mutant[]
