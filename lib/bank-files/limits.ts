import { FORM_FILE_BYTES } from '#lib/values/form-file.ts'

/** The largest file, and the most lines in it. */
export const MAX_STATEMENT_BYTES = FORM_FILE_BYTES
export const MAX_STATEMENT_LINES = 20_000

/** The longest texts of a line that are kept. */
export const REFERENCE_LENGTH = 140
export const DESCRIPTION_LENGTH = 1000
export const MATCH_TEXT_LENGTH = 2000

/** The longest reason that a person gives for what they decide on a line. */
export const LINE_REASON_LENGTH = 500
