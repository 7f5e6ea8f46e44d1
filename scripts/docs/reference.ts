import { walkCommands } from '../../src/commands/commands/walk-commands.ts'
import type { ArgumentDefinition } from '../../src/rpc/command/argument.ts'
import type { ErrorExample } from '../../src/rpc/command/command-tree.ts'
import type { Command } from '../../src/rpc/command/command.ts'
import type { OptionDefinition } from '../../src/rpc/command/option.ts'
import type { OutputField } from '../../src/rpc/command/output.ts'
import { camelCase } from '../../src/ui/lib/command/camel-case.ts'
import { exampleInputs } from './example-inputs.ts'

const INTRODUCTION = `# The RPC commands

Written by \`npm run docs\` from the declarations in \`src/commands\`; a test says when it is out of date.

Every command is a \`POST\` to \`/api/v0/<path>\`: arguments as \`arg=…\` of the query, once for each, options by name, files as parts of a
multipart body. Every command takes the options of the first section too.

**Answers.** 200 with JSON, one value or one a line for those that stream; \`encoding=text\` gives what Kubo's command line prints. What
fails behind the first value breaks the body, and says why in its last line and in the trailer \`X-Stream-Error\`.

**Errors.** 400 with a text: an argument is missing, an option is not known or has no such value. 403: who asks may not
(\`API.Authorizations\`, a page of another origin). 404: no such command. 405: not \`POST\`. 500 with \`{"Message", "Code", "Type": "error"}\`: it
could not be done, and \`Code\` 2 says that this node never can; with \`Code\` 1 it is 400. 503: the node does not run, and what to do.
Under each command are messages of 500 that it has of its own, as a node gives them that is offline: \`CID\` stands for a block that nobody
has, \`DIRECTORY\` for one that is pinned and empty, \`NAME\` for one that nobody has published.

[differences-from-kubo.md](differences-from-kubo.md) lists general differences from Kubo; those of one command are listed with it.
`

/**
 * Returns the page about all commands.
 *
 * @param clientHas - returns whether kubo-rpc-client has a method with that path (`['pin', 'add']`)
 */
export function reference (root: Command, clientHas: (path: readonly string[]) => boolean): string {
  const commands = [...walkCommands(root)].slice(1)
  const elsewhere = commands.filter(({ command }) => command.run != null && command.noRemote)

  return [
    INTRODUCTION,
    '## Options of every command\n',
    table(Object.values(root.options)),
    ...commands.filter(({ command }) => command.run != null && !command.noRemote).map(({ path, command }) =>
      section(path, command, clientHas)
    ),
    '## For the command line alone\n',
    `Kubo has these on its command line and answers 404 over HTTP; so does this node: ${
      elsewhere.map(({ path }) => `\`${path.join('/')}\``).join(', ')
    }.\n`
  ].join('\n')
}

function section (path: readonly string[], command: Command, clientHas: (path: readonly string[]) => boolean): string {
  const { help, status, args, options, errors, differs } = command
  const inputs = Object.values(args)
  const lines = [`## ${path.join('/')}\n`, `${help.tagline}${help.description == null ? '' : ` ${help.description}`}\n`]

  if (status !== 'active') {
    lines.push(`*${status}*\n`)
  }

  if (inputs.length > 0) {
    lines.push('| argument | | |\n|---|---|---|', ...inputs.map(argumentRow), '')
  }

  if (Object.keys(options).length > 0) {
    lines.push(table(Object.values(options)))
  }

  lines.push(`Answers ${answer(command)}\n`)

  if (command.answers !== 'an error') {
    lines.push('```js', ...examples(path, inputs, clientHas), '```\n')
  }

  if (errors.length > 0) {
    lines.push('| error of | |\n|---|---|', ...errors.map((error) => errorRow(path, error)), '')
  }

  if (differs.length > 0) {
    lines.push(`**Not as in Kubo.** ${differs.join(' ')}\n`)
  }

  return lines.join('\n')
}

/**
 * Describes the response.
 *
 * @throws if a command declares no output
 */
function answer ({ output, answers, answersBytes }: Command): string {
  if (output != null) {
    return `\`${fieldsText(output.fields)}\``
  }

  if (answersBytes) {
    return 'bytes.'
  }

  if (answers == null) {
    throw new Error('a command does not declare what it answers')
  }

  return typeof answers === 'string'
    ? `${answers}.`
    : `\`${'type' in answers ? answers.type : fieldsText(answers.fields)}\``
}

function fieldsText (fields: readonly OutputField[]): string {
  return `{ ${fields.map(({ name, type, omitEmpty }) => `${name}${omitEmpty ? '?' : ''}: ${type}`).join(', ')} }`
}

function errorRow (path: readonly string[], { ask, body, twice, says }: ErrorExample): string {
  const how = [body == null ? '' : ` with \`${body}\` as a file`, twice === true ? ' for the second time' : ''].join('')
  return `| \`${cell(`${path.join('/')}${ask === '' ? '' : '?'}${plain(ask)}`)}\`${how} | \`${cell(plain(says))}\` |`
}

/** Replaces placeholders in examples (a CID, for example) by words. */
function plain (text: string): string {
  return text.replace(/\$([A-Z]+)/g, '$1')
}

function argumentRow ({ name, help, kind, required, variadic, stdin }: ArgumentDefinition): string {
  const how = [
    kind === 'file' ? 'file' : '',
    required ? '' : 'may be left out',
    variadic ? 'once or more' : '',
    stdin ? 'or lines of the body' : ''
  ].filter((word) => word !== '')
  return `| \`${name}\` | ${how.join(', ')} | ${cell(help)} |`
}

function table (options: OptionDefinition[]): string {
  return [
    '| option | type | default | |',
    '|---|---|---|---|',
    ...options.map(({ names, type, help, default: fallback, experimental, deprecated }) =>
      `| ${names.map((name) => `\`${name}\``).join(' ')} | ${type} | ${
        fallback == null ? '' : `\`${String(fallback)}\``
      } | ${cell(help)}${experimental === true ? ' *experimental*' : ''}${deprecated === true ? ' *deprecated*' : ''} |`
    ),
    ''
  ].join('\n')
}

function cell (text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

/**
 * Returns examples with all required inputs: as a page's fetch, as a kubo-rpc-client call if it has the command, and as
 * Kubo's command line.
 */
function examples (
  path: readonly string[],
  args: ArgumentDefinition[],
  clientHas: (path: readonly string[]) => boolean
): string[] {
  const { texts, wire, options, file, client } = exampleInputs(path, args)
  const chosen = Object.entries(options)
  const query = [
    ...wire.map((text) => `arg=${encodeURIComponent(text)}`),
    ...chosen.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  ].join('&')
  const target = `/api/v0/${path.join('/')}${query === '' ? '' : `?${query}`}`
  const method = path.map(camelCase)
  const content = file == null ? [] : ['bytes' in file ? file.bytes : 'content']
  const given = [
    ...texts.map((text) => `'${text}'`),
    ...content,
    ...chosen.length === 0 ? [] : [`{ ${chosen.map(([name, value]) => `${name}: '${value}'`).join(', ')} }`]
  ]

  return [
    ...file == null
      ? []
      : [
        'const body = new FormData()',
        `body.append('file', new Blob([${'bytes' in file ? file.bytes : `'${file.text}'`}]), 'name')`
      ],
    `await fetch('${target}', { method: 'POST'${file == null ? '' : ', body'} })`,
    ...clientHas(method) ? [`client.${method.join('.')}(${client ?? given.join(', ')}) // kubo-rpc-client`] : [],
    `// ipfs ${
      [...path, ...chosen.map(([name, value]) => `--${name}=${value}`), ...texts, ...file == null ? [] : ['name']].join(
        ' '
      )
    }`
  ]
}
