import type { CommandCall } from './command-call.ts'

/** Returns the request target below `/api/v0/`: `pin/ls?type=recursive`. */
export function requestTarget ({ command, args, options }: CommandCall): string {
  const query = [
    ...args.map((arg) => `arg=${encode(arg)}`),
    ...[...options].flatMap(([name, values]) => values.map((value) => `${name}=${encode(value)}`))
  ]
  return `${command.path}${query.length === 0 ? '' : `?${query.join('&')}`}`
}

/** Keeps slashes and some other characters readable: they need no escape in a query. */
function encode (text: string): string {
  return encodeURIComponent(text).replace(/%(2F|3A|40|2C)/g, (whole) => decodeURIComponent(whole))
}
