/**
 * Statements by which a test file replaces parts of the process or of modules: stubs and mocks of Vitest, assignments
 * to globals and environment variables, a change of the working directory.
 */
const REPLACES = [
  /\bvi\.(?:stubGlobal|stubEnv|mock|doMock|resetModules)\b/,
  /\bglobalThis\.\w+ = /,
  /\b(?:Object\.(?:assign|defineProperty|defineProperties)|Reflect\.set)\(\s*globalThis\b/,
  /\bglobalThis as .*\)\.\w+ = /,
  /\bprocess\.env\.\w+ = |\bdelete process\.env\b/,
  /\bprocess\.(?:chdir|umask)\(/
]

/**
 * Whether a test file must not share its process with others. Its replaced globals could be seen by modules that others
 * have loaded, or stay in modules that it loads for others.
 */
export function replacesGlobals (source: string): boolean {
  return REPLACES.some((statement) => statement.test(source))
}
