import type { ActionError } from './money-action.ts'

/** What a plain form shows after it was sent and refused: what was typed, and why. */
export type PlainState = { error: ActionError; typed: Record<string, string> } | null
export type PlainAction = (state: PlainState, form: FormData) => Promise<PlainState>
