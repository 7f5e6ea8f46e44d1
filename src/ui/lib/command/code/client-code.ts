import type { CommandCall } from '../call/command-call.ts'
import { fileArgument } from '../call/command-call.ts'
import { optionsOf } from '../info/command-info.ts'
import type { CommandInfo, OptionInfo } from '../info/command-info.ts'
import { camelCase } from './camel-case.ts'
import { jsText } from './js-text.ts'

/**
 * Returns a call as kubo-rpc-client code; undefined if it has no such method, or the method takes these arguments
 * differently.
 */
export function clientCode (
  { command, args, files, options }: CommandCall,
  commands: readonly CommandInfo[]
): string | undefined {
  const { client } = command
  const required = command.args.filter(({ kind, required }) => kind === 'string' && required).length
  const strings = command.args.filter(({ kind }) => kind === 'string').length

  // The client takes several values of an argument as a list, or not at all.
  if (
    client == null || files.length > 1 || (args.length !== required && !(client.optional && args.length === strings))
  ) {
    return undefined
  }

  const takesFile = fileArgument(command) != null && (files.length > 0 || fileArgument(command)?.required === true)
  const known = optionsOf(commands, command.path)
  const given = [...options].map(([name, values]) => {
    const type = known.find(({ names }) => names[0] === name)?.type
    return `${property(name)}: ${optionCode(type, values)}`
  })
  const input = [
    ...args.map(jsText),
    ...takesFile ? ['file'] : [],
    ...given.length > 0 ? [`{ ${given.join(', ')} }`] : []
  ]
  const asked = `ipfs.${command.path.split('/').map(camelCase).join('.')}(${input.join(', ')})`

  return [
    "import { create } from 'kubo-rpc-client'",
    '',
    'const ipfs = create({ url: `${location.origin}/api/v0` })',
    client.gives === 'stream' ? `for await (const value of ${asked}) console.log(value)` : `console.log(await ${asked})`
  ].join('\n')
}

/** Returns the values of an option as code. */
function optionCode (type: OptionInfo['type'] | undefined, values: readonly string[]): string {
  const [value] = values

  switch (type) {
    case 'array':
      return `[${values.map(jsText).join(', ')}]`
    case 'bool':
      return String(/^(1|t)/i.test(value))
    case 'string':
    case undefined:
      return jsText(value)
    default:
      return Number.isSafeInteger(Number(value)) ? String(Number(value)) : jsText(value)
  }
}

function property (name: string): string {
  const text = camelCase(name)
  return /^[a-z]\w*$/i.test(text) ? text : jsText(name)
}
