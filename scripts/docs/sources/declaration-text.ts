import type { ESTree } from 'rolldown/utils'
import { type Declaration, findDeclaration, type SourceFile, textOf } from './source-file.ts'

type Signature = ESTree.Function | ESTree.ArrowFunctionExpression

/**
 * Returns a declaration without code.
 *
 * @param exported - names with a section of their own
 */
export function declarationText ({ source, node }: Declaration, name: string, exported: ReadonlySet<string>): string {
  switch (node.type) {
    case 'VariableDeclarator':
      return `const ${name}: ${typeText(source, node.id.typeAnnotation) ?? 'Command'}`
    case 'ClassDeclaration':
    case 'ClassExpression':
      return classText(source, node, name)
    case 'TSInterfaceDeclaration':
      return node.extends.length > 0 ? interfaceText(source, node, exported) : textOf(source, node)
    case 'TSTypeAliasDeclaration':
      return textOf(source, node)
    default:
      return `function ${name}${genericOf(source, node)} ${formatSignature(source, node)}`
  }
}

function classText (source: SourceFile, node: ESTree.Class, name: string): string {
  const { superClass, superTypeArguments } = node
  const contracts = node.implements ?? []
  const heritage = [
    ...superClass == null
      ? []
      : [` extends ${source.text.slice(superClass.start, (superTypeArguments ?? superClass).end)}`],
    ...contracts.length === 0 ? [] : [` implements ${contracts.map((type) => textOf(source, type)).join(', ')}`]
  ].join('')
  const members = node.body.body.flatMap((member) => memberText(source, member))
  return members.length === 0
    ? `class ${name}${heritage} {}`
    : `class ${name}${heritage} {\n${members.map((text) => dedentText(text)).join('\n')}\n}`
}

/** Returns the declaration of an interface, with the members of the parents that have no section of their own. */
function interfaceText (
  source: SourceFile,
  node: ESTree.TSInterfaceDeclaration,
  exported: ReadonlySet<string>
): string {
  const { extended, members } = interfaceParts(source, node, exported)
  const heritage = extended.length === 0 ? '' : ` extends ${extended.join(', ')}`
  return `interface ${node.id.name}${heritage} {${members.join('')}\n}`
}

/** Returns the parents of an interface that have a section of their own, and the members of the others and its own. */
function interfaceParts (
  source: SourceFile,
  node: ESTree.TSInterfaceDeclaration,
  exported: ReadonlySet<string>
): { extended: string[]; members: string[] } {
  const parents = node.extends.map((type) => {
    const name = textOf(source, type)
    const parent = exported.has(name) || !/^\w+$/.test(name) ? undefined : findDeclaration(source.file, name)
    return parent?.node.type === 'TSInterfaceDeclaration'
      ? interfaceParts(parent.source, parent.node, exported)
      : { extended: [name], members: [] }
  })
  // Members with their comments.
  const { body, start } = node.body
  const members = body.map(({ end }, i) => source.text.slice(body[i - 1]?.end ?? start + 1, end))

  return {
    extended: parents.flatMap(({ extended }) => extended),
    members: [...parents.flatMap(({ members }) => members), ...members]
  }
}

/** Returns the declaration of a public member of a class. */
function memberText (source: SourceFile, member: ESTree.ClassElement): string[] {
  if (member.type === 'StaticBlock' || member.type === 'TSIndexSignature') {
    return []
  }

  const isHidden = member.accessibility === 'private' || member.accessibility === 'protected' || member.static ||
    member.override || member.key.type === 'PrivateIdentifier'

  if (isHidden) {
    return []
  }

  const name = textOf(source, member.key)

  if ('kind' in member) {
    return methodText(source, member, name)
  }

  if (member.value?.type === 'ArrowFunctionExpression') {
    return [`${name} ${formatSignature(source, member.value)}`]
  }

  const type = typeText(source, member.typeAnnotation)
  return type == null ? [] : [`${name}: ${type}`]
}

function methodText (source: SourceFile, { kind, value }: ESTree.MethodDefinition, name: string): string[] {
  switch (kind) {
    case 'constructor':
      return [`constructor ${formatParameters(source, value, '')}`]
    case 'get':
      return [`readonly ${name}: ${typeText(source, value.returnType) ?? 'unknown'}`]
    case 'set':
      return []
    default:
      return [`${name}${genericOf(source, value)} ${formatSignature(source, value)}`]
  }
}

function genericOf (source: SourceFile, { typeParameters }: Signature): string {
  return typeParameters == null
    ? ''
    : `<${typeParameters.params.map((type) => textOf(source, type)).join(', ')}>`
}

function formatSignature (source: SourceFile, node: Signature): string {
  return formatParameters(source, node, `: ${typeText(source, node.returnType) ?? 'void'}`)
}

function formatParameters (source: SourceFile, { params }: Signature, result: string): string {
  const parameters = params.map((parameter) => parameterText(source, parameter))
  const line = `(${parameters.join(', ')})${result}`
  return line.length <= 100 && !line.includes('\n')
    ? line
    : `(\n${parameters.map((text) => dedentText(text)).join(',\n')}\n)${result}`
}

function parameterText (source: SourceFile, parameter: ESTree.ParamPattern): string {
  const pattern = parameter.type === 'TSParameterProperty' ? parameter.parameter : parameter
  const [target, initializer] = pattern.type === 'AssignmentPattern' ? [pattern.left, pattern.right] : [pattern]
  const inner = target.type === 'RestElement' ? target.argument : target
  const name = inner.type === 'Identifier' ? inner.name : 'options'
  const isOptional = initializer != null || target.optional === true
  const type = typeText(source, target.typeAnnotation) ?? literalType(initializer)
  return `${target.type === 'RestElement' ? '...' : ''}${name}${isOptional ? '?' : ''}: ${type}`
}

function typeText (source: SourceFile, annotation: ESTree.TSTypeAnnotation | null | undefined): string | undefined {
  return annotation == null ? undefined : textOf(source, annotation.typeAnnotation)
}

/** Returns the type of a parameter that has none, from its default value. */
function literalType (initializer: ESTree.Expression | undefined): string {
  return initializer?.type === 'Literal' ? typeof initializer.value : 'string'
}

function dedentText (text: string): string {
  const lines = text.split('\n')
  const indent = Math.min(...lines.slice(1).filter((line) => line !== '').map((line) => line.search(/\S/)), Infinity)
  return lines.map((line, i) => i === 0 || indent === Infinity ? `  ${line}` : `  ${line.slice(indent)}`).join('\n')
}
