import type { Scenario } from './golden-types.ts'

/**
 * Corrections of recorded answers, by group and scenario: pieces of the scenario's JSON, and their replacements. In
 * these answers Kubo has lost data (golden/README.md, "Where Kubo is at fault"), or they contain facts about the
 * recorded node.
 *
 * - `swarm/connect` contains the public key of the recorded second node. `swarm/peers?verbose=true` has a list of
 *   streams here, even if it is empty; Kubo omits it then.
 * - `?format=tar` of content other than UnixFS is 406 (specs.ipfs.tech/http-gateways/path-gateway, "406 Not
 *   Acceptable"); Kubo answers 500.
 * - `files/chmod` and `files/touch` drop the links of a file in Kubo, so that its size is reported and its content is
 *   lost. The replacement is Kubo's result for the file added with that mode and time (`add?mode=0644&mtime=…`).
 * - For an invalid `timeout` Kubo answers 200 with an empty body and runs nothing, so that callers believe that their
 *   command was run. The node answers 400.
 * - A `200` rule of `_redirects` has the media type of the file that is served; Kubo takes it from the requested path.
 */
const CORRECTIONS: Record<string, Array<[recorded: string, right: string]>> = {
  'corners/redirects-splat': [['"content-type":"text/plain; charset=utf-8"', '"content-type":"text/html"']],
  'transport/timeout-bad': [
    badTimeout('abc', 'time: invalid duration \\"abc\\"'),
    badTimeout('10', 'time: missing unit in duration \\"10\\"')
  ],
  'swarm/connect': [
    ['CAESIPuHNGChs3ToBF06uv2N/ejrFCyQiOIozF3SGyhDeN2N', '{{peerPublicKey}}'],
    ['"Direction":2,"Identify":"{{any}}"', '"Direction":2,"Streams":"{{any}}","Identify":"{{any}}"']
  ],
  'corners/heads-of-refusals': [[
    '"response":{"status":200,"headers":{"content-type":null,"server":"kubo/0.40.0","content-length":"0"},"text":""}',
    '"response":{"status":400,"headers":{"content-type":"text/plain; ' +
    'charset=utf-8","server":"kubo/0.40.0","x-content-type-options":"nosniff"},' +
    '"text":"invalid timeout: time: invalid duration \\"soon\\"\\n"}'
  ]],
  'gateway-formats/tar': [['"status":500', '"status":406']],
  'files/chmod-touch': [
    ['QmdLVN8dYZNkJ4iPZcF4EktHVnxXsiW2scPjKUQJfCzafm', 'QmTqMooMw7ghut46iX4E8FbDTyPd5RxRPGwQrS2jSkyJRv'],
    ['QmYm2TZKL7GkZCjbBVD86qaRLQWiyFWENDQe4jETiGfNBC', 'Qmd3k4hHwhwVwecMiuWHHzmF5RALis2cvR2VStbVHhvMXg'],
    ['QmfFoS9eMjzSXbwVQk19YTsXSZJMKNVoqhm7WEJd2ycDUD', 'QmZLZDnK1wuv1NdYB1vKoj7io6r739Mg22JkQqq6YQzgmi'],
    ['"CumulativeSize":11,', '"CumulativeSize":14,'],
    ['"CumulativeSize":19,', '"CumulativeSize":22,'],
    ['"CumulativeSize":24,', '"CumulativeSize":27,'],
    ['CumulativeSize: 24\\n', 'CumulativeSize: 27\\n']
  ]
}

/** Returns the correction of a request with an invalid `timeout`. */
function badTimeout (timeout: string, reason: string): [recorded: string, right: string] {
  const step = `"target":"/api/v0/version?timeout=${timeout}"},"compare":"exact","response":`
  const headers = '{"vary":"Origin","content-type":"text/plain; charset=utf-8","x-content-type-options":"nosniff"}'

  return [
    `${step}{"status":200,"headers":{"vary":"Origin","content-length":"0"},"text":""}`,
    `${step}{"status":400,"headers":${headers},"text":"invalid timeout: ${reason}\\n"}`
  ]
}

/**
 * Returns a scenario with the corrected answers.
 *
 * @throws an Error if a recorded piece is missing
 */
export function corrected (group: string, scenario: Scenario): Scenario {
  const corrections = CORRECTIONS[`${group}/${scenario.name}`]

  if (corrections == null) {
    return scenario
  }

  return JSON.parse(corrections.reduce((json, [recorded, right]) => {
    if (!json.includes(recorded)) {
      throw new Error(`${recorded} is not in ${group}/${scenario.name}`)
    }

    return json.replaceAll(recorded, right)
  }, JSON.stringify(scenario))) as Scenario
}
