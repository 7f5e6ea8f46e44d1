import { defineError } from '../../errors/define-error.ts'

/** Thrown for a denylist that cannot be used as a whole. */
export class DenylistError extends defineError('DenylistError') {}
