import { headersAt } from './site.ts'
import type { PathHeaders } from './site.ts'

/** Returns a CloudFront function (runtime 2.0) that adds headers to responses. */
export function cloudFrontFunction (rules: readonly PathHeaders[]): string {
  const lines = rules.map(({ path, headers }) => `  [${JSON.stringify(path)}, ${JSON.stringify(headers)}]`)

  return `// Associate this function with the event "viewer response" of the distribution. Runtime: cloudfront-js-2.0.
const RULES = [
${lines.join(',\n')}
]

function handler (event) {
  const response = event.response

  for (const [path, headers] of RULES) {
    if (path.endsWith('*') ? event.request.uri.startsWith(path.slice(0, -1)) : event.request.uri === path) {
      for (const name of Object.keys(headers)) {
        response.headers[name.toLowerCase()] = { value: headers[name] }
      }
    }
  }

  return response
}
`
}

/** Returns the commands that upload a folder. The lifetime of a file is stored with it, because S3 sends it. */
export function s3Upload (folder: string, rules: readonly PathHeaders[]): string {
  const lifetimes = rules.filter(({ path, headers }) => path.length > 1 && headers['Cache-Control'] != null)
  const commands = lifetimes.map(({ path }) => {
    const name = path.slice(1)
    const lifetime = headersAt(rules, path)['Cache-Control']
    const chosen = `--recursive --exclude '*' --include '${name}'`
    return `aws s3 cp "$FOLDER" "s3://$BUCKET" ${chosen} --cache-control '${lifetime}'`
  })

  return `#!/bin/sh
# Usage: BUCKET=name sh s3-upload.sh
set -eu
FOLDER=${shellQuoted(folder)}
aws s3 sync "$FOLDER" "s3://$BUCKET" --delete --cache-control 'public, max-age=600'
aws s3 cp "$FOLDER/index.html" "s3://$BUCKET/index.html" --cache-control no-cache
${commands.join('\n')}
`
}

function shellQuoted (text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
