import type { CommandCall } from '../call/command-call.ts'
import { fileArgument } from '../call/command-call.ts'
import { requestTarget } from '../call/request-target.ts'
import { jsText } from './js-text.ts'

/** Returns JavaScript for a page of this origin that sends the call by fetch. */
export function fetchCode (call: CommandCall): string {
  const takesFile = fileArgument(call.command) != null &&
    (call.files.length > 0 || fileArgument(call.command)?.required === true)
  const names = call.files.length > 0 ? call.files : ['file']

  return [
    ...takesFile
      ? [
        'const body = new FormData()',
        ...names.map((name, i) =>
          `body.append('file', ${fileName(i)}, ${jsText(encodeURIComponent(name))}) // ${fileName(i)}: a File or a Blob`
        )
      ]
      : [],
    `const response = await fetch(${jsText(`/api/v0/${requestTarget(call)}`)}, { method: 'POST'${
      takesFile ? ', body' : ''
    } })`,
    call.command.bytes === true
      ? 'const content = await response.blob()'
      : "for (const line of (await response.text()).split('\\n')) console.log(line)"
  ].join('\n')
}

function fileName (i: number): string {
  return i === 0 ? 'file' : `file${i + 1}`
}
