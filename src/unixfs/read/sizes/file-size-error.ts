import { defineError } from '../../../errors/define-error.ts'

/** A file node whose declared size differs from the size of its links or content. */
export class FileSizeError extends defineError('FileSizeError') {}
