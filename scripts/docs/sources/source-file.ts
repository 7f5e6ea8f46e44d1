import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ESTree, ParseResult } from 'rolldown/utils'
import { parseSource } from '../../syntax-tree.mjs'

export interface SourceFile {
  file: string
  text: string
  program: ESTree.Program
  comments: ParseResult['comments']
}

/** A declaration at the top level of a source. */
export interface Declaration {
  source: SourceFile
  name: string
  node:
    | ESTree.Function
    | ESTree.Class
    | ESTree.TSInterfaceDeclaration
    | ESTree.TSTypeAliasDeclaration
    | ESTree.VariableDeclarator
  /** the statement that it is a part of, with `export` */
  statement: ESTree.Statement
  isExported: boolean
}

const sources = new Map<string, SourceFile>()

/** Reads and parses a source once. */
export function readSource (file: string): SourceFile {
  let source = sources.get(file)

  if (source == null) {
    const text = readFileSync(file, 'utf8')
    source = { file, text, ...parseSource(file, text) }
    sources.set(file, source)
  }

  return source
}

/** Returns the text of a node. */
export function textOf ({ text }: SourceFile, { start, end }: { start: number; end: number }): string {
  return text.slice(start, end)
}

/** Returns the names that a source exports, other than the default export, which is another name of a named one. */
export function exportNames (source: SourceFile): string[] {
  const named = source.program.body.flatMap((statement) =>
    statement.type === 'ExportNamedDeclaration' ? statement.specifiers.map(({ exported }) => nameIn(exported)) : []
  )
  const own = declarationsIn(source).filter(({ isExported }) => isExported).map(({ name }) => name)
  return [...named, ...own].filter((name) => name !== 'default')
}

/** Follows re-exports and imports to the declaration of a name; undefined if the sources of the package have none. */
export function findDeclaration (file: string, name: string): Declaration | undefined {
  const source = readSource(file)
  const own = declarationsIn(source).find((declaration) => declaration.name === name)

  if (own != null) {
    return own
  }

  for (const { from, names } of source.program.body.map(importedNames)) {
    const original = names.get(name)

    if (original != null && from != null) {
      const next = path.join(path.dirname(file), from)

      if (existsSync(next)) {
        return findDeclaration(next, original)
      }
    }
  }

  return undefined
}

function declarationsIn (source: SourceFile): Declaration[] {
  return source.program.body.flatMap((statement) => {
    const isExported = statement.type === 'ExportNamedDeclaration'
    const declaration = isExported ? statement.declaration : statement
    const nodes = declaration?.type === 'VariableDeclaration' ? declaration.declarations : [declaration]

    return nodes.flatMap((node): Declaration[] => {
      switch (node?.type) {
        case 'FunctionDeclaration':
        case 'TSDeclareFunction':
        case 'ClassDeclaration':
        case 'TSInterfaceDeclaration':
        case 'TSTypeAliasDeclaration':
        case 'VariableDeclarator':
          return [{ source, name: node.id?.type === 'Identifier' ? node.id.name : '', node, statement, isExported }]
        default:
          return []
      }
    })
  })
}

/** Returns the names that a statement imports or re-exports, with their original names, and where from. */
function importedNames (statement: ESTree.Statement): { from?: string | undefined; names: Map<string, string> } {
  if (statement.type === 'ExportNamedDeclaration') {
    const names = statement.specifiers.map(({ exported, local }) => [nameIn(exported), nameIn(local)] as const)
    return { from: statement.source?.value, names: new Map(names) }
  }

  const specifiers = statement.type === 'ImportDeclaration' ? statement.specifiers : []
  const names = specifiers.flatMap((specifier) =>
    specifier.type === 'ImportSpecifier' ? [[specifier.local.name, nameIn(specifier.imported)] as const] : []
  )
  return { from: statement.type === 'ImportDeclaration' ? statement.source.value : undefined, names: new Map(names) }
}

function nameIn (name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}
