import type { ESTree, ParseResult } from 'rolldown/utils'

export function parseSource (file: string, text: string): Pick<ParseResult, 'program' | 'comments'>
export function childNodes (node: ESTree.Node): ESTree.Node[]
export function isType (node: ESTree.Node): boolean
export function lineAt (text: string, position: number): number
