/** The recorded scenarios, described in golden/README.md. */
export interface GoldenFile {
  group: string
  kubo: string
  scenarios: Scenario[]
}

export interface Scenario {
  name: string
  why: string
  tags?: string[]
  setup?: {
    online?: boolean
    config?: Record<string, never>
    peer?: unknown
    pinningService?: boolean
    webFiles?: Record<string, Body>
    hostFiles?: Record<string, Body>
  }
  steps: Step[]
}

export interface Step {
  request?: GoldenRequest
  collect?: string
  objects?: number
  sleepMs?: number
  restart?: boolean
  response?: GoldenResponse
  compare?: Mode
  capture?: Record<string, string>
  ignore?: string[]
  tarMode?: boolean
}

export interface GoldenRequest {
  api: 'rpc' | 'gateway' | 'peer-rpc'
  method: string
  target: string
  headers?: Record<string, string>
  multipart?: GoldenPart[]
  cutBody?: number
  body?: Body
  readObjects?: number
  open?: string
}

export interface GoldenPart {
  name?: string | null
  filename?: string | null
  contentType?: string | null
  headers?: Record<string, string>
  body?: Body
  repeat?: { count: number; start: number; pad: number }
}

export interface Body {
  text?: string
  base64?: string
  var?: string
  fixture?: Fixture
}

export interface Fixture {
  kind: 'affine' | 'xorshift32' | 'repeat' | 'concat'
  length: number
  mul: number
  add: number
  mod: number
  seed: number
  byte: number
  parts: Body[]
}

export interface GoldenResponse {
  status: number
  headers?: Record<string, string | null>
  trailers?: Record<string, string>
  json?: unknown
  ndjson?: unknown[]
  text?: string
  base64?: string
  sha256?: string
  length?: number
  car?: GoldenCar
  tar?: GoldenTarEntry[]
  links?: string[]
  broken?: boolean
}

export interface GoldenCar {
  version: number
  roots: string[]
  blocks: Array<{ cid: string; length: number }>
}
export interface GoldenTarEntry {
  name: string
  type: string
  size?: number
  sha256?: string
  linkname?: string
  mode?: string
}

export type Mode =
  | 'exact'
  | 'json'
  | 'json-unordered'
  | 'ndjson'
  | 'ndjson-unordered'
  | 'ndjson-contains'
  | 'ndjson-last'
  | 'text-unordered'
  | 'type'
  | 'car-blocks'
  | 'car-ordered'
  | 'tar'
  | 'tar-gz'
  | 'gzip'
  | 'links'
  | 'error'
  | 'status-only'
