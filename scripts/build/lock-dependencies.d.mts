import type { Dependency } from '../src/node/dependency.ts'

export function lockDependencies (lockFile?: URL | string): Promise<Dependency[]>
