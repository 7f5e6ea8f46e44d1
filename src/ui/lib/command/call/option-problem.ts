import { t } from '../../text/t.ts'
import type { OptionInfo } from '../info/command-info.ts'

const INTEGER = /^[+-]?(\d[\d_]*|0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+)$/
const BOOL = /^(1|t|T|true|TRUE|True|0|f|F|false|FALSE|False)$/

/**
 * Returns the fault of an option's text for its Go type (`strconv`); undefined if there is none. The node checks more.
 */
export function optionProblem ({ names: [name], type }: OptionInfo, text: string): string | undefined {
  switch (type) {
    case 'bool':
      return BOOL.test(text) ? undefined : t('{name} must be true or false, not “{text}”.', { name, text })
    case 'int':
    case 'int64':
      return INTEGER.test(text) ? undefined : t('{name} must be a whole number, not “{text}”.', { name, text })
    case 'uint':
    case 'uint64':
      return INTEGER.test(text) && !/^[+-]/.test(text)
        ? undefined
        : t('{name} must be a whole number of 0 or more, not “{text}”.', { name, text })
    case 'float':
      return text.trim() !== '' && Number.isFinite(Number(text))
        ? undefined
        : t('{name} must be a number, not “{text}”.', { name, text })
    default:
      return undefined
  }
}
