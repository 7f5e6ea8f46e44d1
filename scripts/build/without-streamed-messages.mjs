import { cutCode, visit } from './cut-code.mjs'

/** Packages with code that the protobuf compiler generated. */
const OF_PACKAGES = /\/node_modules\/(@libp2p|ipns)\//

const NEVER = '{throw Error()}'

/**
 * Removes the code that reads protobufs field by field (`stream` of a message that protons compiled) from the worker.
 * Nothing uses it, and it is a third of the generated code.
 *
 * @returns {import('vite').Plugin}
 */
export function withoutStreamedMessages () {
  return {
    name: 'without-streamed-messages',
    enforce: 'post',

    transform (code, id) {
      if (!OF_PACKAGES.test(id) || !code.includes('streamMessage')) {
        return
      }

      const texts = []

      visit(this.parse(code), (node) => {
        if (isStreamed(node) || isReader(node)) {
          const { start, end } = isReader(node) ? node.arguments[2].body : node.body
          texts.push({ start, end, by: isReader(node) ? '{}' : NEVER })
        }
      })

      return texts.length === 0 ? undefined : { code: cutCode(code, texts), map: null }
    }
  }
}

/** Matches `function stream (…) { return streamMessage(…) }`. */
function isStreamed ({ type, id, body }) {
  return type === 'FunctionDeclaration' && id?.name === 'stream' &&
    body.body[0]?.argument?.callee?.name === 'streamMessage'
}

/** Matches `message(encode, decode, function * (…) { … })`. */
function isReader ({ type, callee, arguments: given }) {
  return type === 'CallExpression' && callee.name === 'message' && given[2]?.type === 'FunctionExpression' &&
    given[2].generator
}
